import type { Pagination } from '@classwright/contract';

export interface PageRequest {
  /** From 1. */
  page: number;
  per_page: number;
}

/** The pagination of a list answer. A page past the end has no rows, so `from` and `to` are null; the last page is at least 1. */
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

/** A LIKE pattern for text that contains what somebody typed; `%`, `_` and `\` in it mean themselves. */
export function toContainsPattern(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
}
