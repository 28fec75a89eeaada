import { assessmentList } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { type PageRequest, toPagination } from '../../../platform/lists.ts';
import { computeOwnerReach } from '../../../platform/reach.ts';
import type { FileLinks } from '../../school/files/index.ts';
import type { AssessmentDependencies } from './dependencies.ts';
import { createPresenter } from './present.ts';
import { type AssessmentFilters, listAssessments } from './queries.ts';

/** Creates pages of a teacher's own assessments, or of everyone's for Admin. */
const createPages =
  ({ presenter }: Pick<AssessmentDependencies, 'presenter'>) =>
  async (db: Db, actor: Actor, asked: PageRequest & Omit<AssessmentFilters, 'whose'>) => {
    const { rows, total } = await listAssessments(db, { ...asked, whose: computeOwnerReach(actor) });
    return { data: await presenter.rows(db, actor, rows), pagination: toPagination(asked, total) };
  };

export function implementAssessmentList(dependencies: Pick<AssessmentDependencies, 'presenter'>): Implementation {
  const page = createPages(dependencies);
  return implement(assessmentList, ({ tx, input, actor }) => page(tx, actor, { ...input, searchText: input.search_text, isArchived: input.is_archived }));
}

/** Creates pages of the assessments that can still be run: a teacher's own, or everyone's for Admin. */
export function createUnfinishedPages(fileLinks: FileLinks) {
  const page = createPages({ presenter: createPresenter(fileLinks) });
  return (db: Db, actor: Actor, { search_text: searchText, ...asked }: PageRequest & { search_text: string }) =>
    page(db, actor, { ...asked, searchText, isArchived: false, onlyActive: true });
}
