import { parseOneOf, parseYes, searchParser } from '../../../base/search.ts';

const parseMonth = (value: unknown): string | undefined => (typeof value === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(value) ? value : undefined);

/** Parses the address of the calendar. */
export const parseCalendarSearch = searchParser({
  month: parseMonth,
  /** The view, if it is not the default for the screen's width. */
  view: parseOneOf(['month', 'agenda']),
  /** True when the private address is open. */
  follow: parseYes,
});
export type CalendarSearch = ReturnType<typeof parseCalendarSearch>;
