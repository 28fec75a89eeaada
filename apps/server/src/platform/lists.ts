import type { Pagination } from '@classwright/contract';

export interface PageRequest {
  /** The page number, from 1. */
  page: number;
  per_page: number;
}

/**
 * Returns the pagination of a list. A page past the end has no rows, so `from` and `to` are null. The last page is at
 * least 1.
 */
export function toPagination({ page, per_page }: PageRequest, total: number): Pagination {
  const first = (page - 1) * per_page + 1;
  const isEmpty = first > total;
  return {
    total,
    per_page,
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / per_page)),
    from: isEmpty ? null : first,
    to: isEmpty ? null : Math.min(first + per_page - 1, total),
  };
}

/** Returns a LIKE pattern for text that contains the typed text; `%`, `_` and `\` in it are literal. */
export function toContainsPattern(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
}
