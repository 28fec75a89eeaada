import type { Pagination } from '@classwright/contract/core/fields';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** The search parameters of a list. */
export interface ListState {
  page?: number;
  search_text?: string;
}

export interface ListAnswer<Row> {
  data: Row[];
  pagination: Pagination;
}

/**
 * Loads one page of a list from the server. A newer request cancels the previous one, whose response is never shown;
 * until the new one arrives, the previous rows stay (`isPlaceholderData`). `load` and the server determine paging.
 *
 * @param key the list's query key: invalidating it, or a prefix of it, reloads the list. @param query everything that
 * the response depends on: page, page size, search text, order, filters.
 */
export function usePagedList<Query, Answer>(
  key: readonly unknown[],
  query: Query,
  load: (query: Query, signal: AbortSignal) => Promise<Answer>,
  options: { enabled?: boolean; gcTime?: number; staleTime?: number } = {},
): UseQueryResult<Answer> {
  return useQuery({ queryKey: [...key, query], queryFn: ({ signal }) => load(query, signal), placeholderData: keepPreviousData, ...options });
}

/**
 * Highlights rows that were created or saved a moment ago. A row that belongs to another page is shown above the list
 * until the query changes.
 *
 * @param query the list's query, as for `usePagedList`.
 */
export function useFreshRows<Answer extends ListAnswer<{ id: number }>>(list: UseQueryResult<Answer>, query: unknown) {
  type Row = Answer['data'][number];
  const on = JSON.stringify(query);
  const [fresh, setFresh] = useState<{ rows: readonly Row[]; on: string } | null>(null);
  const pointed = fresh?.on === on ? fresh.rows : [];
  const rows: readonly Row[] = list.data?.data ?? [];
  return {
    /** The list with new rows above it. */
    list: (list.data ? { ...list, data: withFresh(list.data, pointed) } : list) as UseQueryResult<Answer>,
    /** The rows of the page only. */
    rows,
    isFresh: ({ id }: { id: number }): boolean => pointed.some((row) => row.id === id),
    point: (now: readonly Row[]): void => setFresh({ rows: now, on }),
  };
}

/**
 * Pure. Adds fresh rows that are not on the page above it; the others keep their place. An empty list then counts one.
 */
export function withFresh<Answer extends ListAnswer<{ id: number }>>(answer: Answer, fresh: readonly Answer['data'][number][]): Answer {
  const known = new Set(answer.data.map(({ id }) => id));
  const added = fresh.filter(({ id }) => !known.has(id));
  if (added.length === 0) return answer;
  const { length } = added;
  const pagination = answer.pagination.total > 0 ? answer.pagination : { ...answer.pagination, total: length, from: 1, to: length };
  return { ...answer, data: [...added, ...answer.data], pagination };
}
