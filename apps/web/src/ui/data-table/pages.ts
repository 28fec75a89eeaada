/** How many page buttons a long list has, unless it says so itself. */
const PAGE_BUTTONS = 7;

/**
 * The page numbers to show around the current one, `null` for a gap: all of them when they fit, else exactly as many
 * as there may be: the first, the last, and those that lie around the current page. The gaps are no buttons and not counted.
 */
export function visiblePages(current: number, last: number, buttons = PAGE_BUTTONS): (number | null)[] {
  const inner = buttons - 2;
  if (last <= buttons) return Array.from({ length: Math.max(1, last) }, (_, index) => index + 1);
  const from = Math.min(Math.max(current - Math.floor(inner / 2), 2), last - inner);
  const around: (number | null)[] = Array.from({ length: inner }, (_, index) => from + index);
  return [1, ...(from > 2 ? [null] : []), ...around, ...(from + inner < last ? [null] : []), last];
}
