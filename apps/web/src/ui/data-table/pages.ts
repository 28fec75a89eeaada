/** The possible page sizes. The first is the default. */
export const PAGE_SIZES = [25, 50, 100, 200] as const;

/** Parses a page size from the address. The default is left out. */
export const parsePageSize = (value: unknown): number | undefined => PAGE_SIZES.slice(1).find((size) => size === Number(value));
/** The default number of page links of a long list. */
const PAGE_BUTTONS = 7;

/**
 * Returns the page numbers to show around the current one, with `null` for a gap: all if they fit, else exactly the
 * allowed number: the first, the last, and those around the current page. Gaps do not count.
 */
export function visiblePages(current: number, last: number, buttons = PAGE_BUTTONS): (number | null)[] {
  const inner = buttons - 2;
  if (last <= buttons) return Array.from({ length: Math.max(1, last) }, (_, index) => index + 1);
  const from = Math.min(Math.max(current - Math.floor(inner / 2), 2), last - inner);
  const around: (number | null)[] = Array.from({ length: inner }, (_, index) => from + index);
  return [1, ...(from > 2 ? [null] : []), ...around, ...(from + inner < last ? [null] : []), last];
}
