/** At most this many places for page numbers. */
export const VISIBLE_PAGES = 7;

/**
 * The page numbers to show around the current one, `null` for a gap: all of them when they fit, else the first, the
 * last and what lies around the current page, in exactly seven places.
 */
export function visiblePages(current: number, last: number): (number | null)[] {
  if (last <= VISIBLE_PAGES) return Array.from({ length: Math.max(1, last) }, (_, index) => index + 1);
  if (current <= 4) return [1, 2, 3, 4, 5, null, last];
  if (current >= last - 3) return [1, null, last - 4, last - 3, last - 2, last - 1, last];
  return [1, null, current - 1, current, current + 1, null, last];
}
