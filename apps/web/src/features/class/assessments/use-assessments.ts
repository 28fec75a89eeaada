import type { ListSearch } from '../../../base/search.ts';
import { loadAssessments } from './calls.ts';
import type { AssessmentFilters } from './search.ts';
import { usePagedList } from '../../../ui/data-table/index.ts';

/** Loads the page of assessments that the address names. */
export function useAssessments(asked: ListSearch & AssessmentFilters, archived: boolean) {
  const query = { ...asked, page: asked.page ?? 1, is_archived: archived };
  return usePagedList(['assessments', 'list'], query, loadAssessments);
}
