import type { Pagination } from '@classwright/contract';

/**
 * Returns what is wrong with a page of a list, or null: its pagination must say as many rows as one of its lists has, and as
 * many as are left of the total. So a total that counts rows which the caller does not see, or rows that are not counted, are found
 * by every test that calls a list.
 */
export function findWrongPage(body: unknown): string | null {
  const { pagination, ...lists } = (body ?? {}) as { pagination?: Pagination; [list: string]: unknown };
  if (typeof pagination !== 'object' || pagination === null) return null;
  const { total, per_page, current_page, from, to } = pagination;
  const left = Math.max(0, total - (current_page - 1) * per_page);
  const wanted = per_page === 0 ? total : Math.min(per_page, left);
  const said = from === null || to === null ? 0 : to - from + 1;
  // next to the rows there may be lists of something else, such as the schools to choose from
  const lengths = (Array.isArray(lists['data']) ? [lists['data']] : Object.values(lists).filter(Array.isArray)).map((rows) => rows.length);
  if (said === wanted && lengths.includes(wanted)) return null;
  return `page ${current_page} with ${per_page} rows a page of ${total} says ${said} rows, must have ${wanted}, and has lists of ${lengths.join(', ')}`;
}
