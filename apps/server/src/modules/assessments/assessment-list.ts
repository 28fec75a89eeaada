import { assessmentList, assessmentUnfinished } from '@classwright/contract';
import type { Db } from '../../platform/database/index.ts';
import { type Actor, implement, type Implementation } from '../../platform/http/index.ts';
import { type PageRequest, toPagination } from '../../platform/lists.ts';
import { reachOfOwner } from '../../platform/reach.ts';
import type { AssessmentDependencies } from './dependencies.ts';
import { type AssessmentFilters, listAssessments } from './queries.ts';

/** A teacher's own assessments; everybody's for Admin. */
export function implementAssessmentLists({ presenter }: AssessmentDependencies): Implementation[] {
  const answer = async (db: Db, actor: Actor, asked: PageRequest & Omit<AssessmentFilters, 'whose'>) => {
    const { rows, total } = await listAssessments(db, { ...asked, whose: reachOfOwner(actor) });
    return { data: await presenter.rows(db, actor, rows), pagination: toPagination(asked, total) };
  };
  return [
    implement(assessmentList, ({ tx, input, actor }) => answer(tx, actor, { ...input, searchText: input.search_text, isArchived: input.is_archived })),
    implement(assessmentUnfinished, ({ tx, input, actor }) =>
      answer(tx, actor, { ...input, searchText: input.search_text, isArchived: false, onlyActive: true }),
    ),
  ];
}
