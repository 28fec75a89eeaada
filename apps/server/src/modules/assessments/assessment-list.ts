import { assessmentList } from '@classwright/contract';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { toPagination } from '../../platform/lists.ts';
import { isAdmin } from '../classes/index.ts';
import { listAssessments } from './queries.ts';
import { toAssessmentRowView } from './views.ts';

/** A teacher's own assessments; everybody's for Admin. */
export function implementAssessmentList(): Implementation {
  return implement(assessmentList, async ({ tx, input, actor }) => {
    const ownerId = (await isAdmin(tx, actor)) ? null : actor.accountId;
    const { rows, total } = await listAssessments(tx, { ownerId, searchText: input.search_text, page: input.page, per_page: input.per_page });
    return { data: rows.map(toAssessmentRowView), pagination: toPagination(input, total) };
  });
}
