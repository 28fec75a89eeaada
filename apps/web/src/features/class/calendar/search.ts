import { parseOneOf, parseYes, searchParser } from '../../../base/search.ts';

const parseMonth = (value: unknown): string | undefined => (typeof value === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(value) ? value : undefined);

/** What stands in the address of the calendar. */
export const parseCalendarSearch = searchParser({
  month: parseMonth,
  /** Where it is not what the width of the screen asks for. */
  view: parseOneOf(['month', 'agenda']),
  /** The private address is open. */
  follow: parseYes,
});
export type CalendarSearch = ReturnType<typeof parseCalendarSearch>;
