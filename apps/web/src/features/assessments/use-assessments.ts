import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListSearch } from '../../base/search.ts';
import { loadAssessments } from './calls.ts';
import type { AssessmentFilters } from './search.ts';

/** One page of assessments as the address says. A newer question cancels the one before; until its answer the rows stay. */
export function useAssessments(asked: ListSearch & AssessmentFilters, archived: boolean) {
  const query = { ...asked, page: asked.page ?? 1, is_archived: archived };
  return useQuery({ queryKey: ['assessments', 'list', query], queryFn: ({ signal }) => loadAssessments(query, signal), placeholderData: keepPreviousData });
}
