import { type SpecialDateStyle, specialDateFormat } from '@classwright/rules/text/special-dates';
import { dateOf, fieldTimeIn, type Schedule, schoolZone } from './dates.ts';
import { locale } from './language.ts';

const formatIn = (style: SpecialDateStyle, at: string, zone: string | undefined): string => specialDateFormat(style, locale(), zone)(at);

/** Returns "20-11-2026" and "10:24:07" for an instant, in the school's zone: the format of the question bank's table. */
export const bankMomentOf = (instant: string): { day: string; time: string } => ({
  day: formatIn('bankDay', instant, schoolZone()),
  time: formatIn('bankTime', instant, schoolZone()),
});

/** Returns "18 Sep 2026" for a calendar date (YYYY-MM-DD): the format of the gradebook. */
export const gradebookDayOn = (date: string): string => formatIn('gradebookDay', `${date}T00:00:00Z`, 'UTC');

/** Returns "08:05 AM" for a time of day (HH:MM): the format of assessment periods; any other text is returned unchanged. */
export const periodTimeOn = (time: string): string => (/^\d{2}:\d{2}/.test(time) ? formatIn('periodTime', `1970-01-01T${time.slice(0, 5)}:00Z`, 'UTC') : time);

/** Returns "Mar 2" for a calendar date (YYYY-MM-DD). */
export const shortDayOn = (date: string): string => formatIn('shortDay', `${date}T00:00:00Z`, 'UTC');

/** Returns "Mon", or "Monday" when long, for a calendar date (YYYY-MM-DD). */
export const weekdayOn = (date: string, weekday: 'short' | 'long'): string =>
  formatIn(weekday === 'long' ? 'longWeekday' : 'weekday', `${date}T00:00:00Z`, 'UTC');

/** Returns "March 2026" for a month (YYYY-MM). */
export const monthOn = (month: string): string => formatIn('month', `${month}-01T00:00:00Z`, 'UTC');

/** Returns "Mon, Jan 1, 2024, 10:15:07 AM" for an instant, in the given zone. */
export const momentWithSecondsIn = (instant: string, zone: string): string => formatIn('momentWithSeconds', instant, zone);

/**
 * Returns the instant of a schedule's end in epoch milliseconds, in the school's zone; null unless it is planned for the
 * day of `nowMs` and has an end.
 */
export function endOfSchedule({ schedule_date, end_time }: Schedule, nowMs: number): number | null {
  if (schedule_date?.slice(0, 10) !== dateOf(nowMs) || end_time === null || !/^\d{2}:\d{2}/.test(end_time)) return null;
  const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  const now = fieldTimeIn(nowMs, schoolZone());
  return Math.floor(nowMs / 60_000) * 60_000 + (minuteOf(end_time) - minuteOf(now)) * 60_000;
}
