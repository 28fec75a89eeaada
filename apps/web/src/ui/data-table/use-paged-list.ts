import type { Pagination } from '@classwright/contract/core/fields';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

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
 * One page of a list from the server. A newer question cancels the one before, whose answer is never shown; until its
 * own is there the rows of the last one stay (`isPlaceholderData`). How pages are found is between `load` and the server.
 *
 * @param key what the list is called among what was asked: invalidating it, or its beginning, loads the list anew.
 * @param query all that the answer depends on: page, rows of a page, search text, order, filters.
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
 * Points out what was made or saved a moment ago. It may belong to another page: it stands above the list all the same
 * until one goes on to another question.
 *
 * @param query what the list is asked, as for `usePagedList`.
 */
export function useFreshRows<Answer extends ListAnswer<{ id: number }>>(list: UseQueryResult<Answer>, query: unknown) {
  type Row = Answer['data'][number];
  const on = JSON.stringify(query);
  const [fresh, setFresh] = useState<{ rows: readonly Row[]; on: string } | null>(null);
  const pointed = fresh?.on === on ? fresh.rows : [];
  const rows: readonly Row[] = list.data?.data ?? [];
  return {
    /** The list with what is new above it. */
    list: (list.data ? { ...list, data: withFresh(list.data, pointed) } : list) as UseQueryResult<Answer>,
    /** The rows of the page itself. */
    rows,
    isFresh: ({ id }: { id: number }): boolean => pointed.some((row) => row.id === id),
    point: (now: readonly Row[]): void => setFresh({ rows: now, on }),
  };
}

/** Pure. Rows that are not on the page yet stand above it; those that are keep their place. An empty list then counts one. */
export function withFresh<Answer extends ListAnswer<{ id: number }>>(answer: Answer, fresh: readonly Answer['data'][number][]): Answer {
  const known = new Set(answer.data.map(({ id }) => id));
  const added = fresh.filter(({ id }) => !known.has(id));
  if (added.length === 0) return answer;
  const { length } = added;
  const pagination = answer.pagination.total > 0 ? answer.pagination : { ...answer.pagination, total: length, from: 1, to: length };
  return { ...answer, data: [...added, ...answer.data], pagination };
}
