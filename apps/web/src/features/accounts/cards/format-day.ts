import { locale } from '../../../base/language.ts';

/** "Friday, December 20, 2026", as the school's own calendar has it. */
export const formatDay = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'full', timeZone }).format(new Date(instant));
