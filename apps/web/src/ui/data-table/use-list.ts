import type { Pagination } from '@classwright/contract/core/fields';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

/** What stands in the address of a list. */
export interface ListState {
  page?: number;
  search_text?: string;
}

export interface ListAnswer<Row> {
  data: Row[];
  pagination: Pagination;
}

/**
 * One page of a list from the server. A newer question cancels the one before; until its answer is there the rows of
 * the last one stay.
 */
export function useList<Row>(
  name: string,
  state: ListState,
  load: (query: { page: number; search_text: string }, signal: AbortSignal) => Promise<ListAnswer<Row>>,
) {
  const query = { page: state.page ?? 1, search_text: state.search_text ?? '' };
  return useQuery({ queryKey: [name, 'list', query], queryFn: ({ signal }) => load(query, signal), placeholderData: keepPreviousData });
}
