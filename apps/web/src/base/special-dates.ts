import { type SpecialDateStyle, specialDateFormat } from '@classwright/rules/text/special-dates';
import { dateOf, fieldTimeIn, type Schedule, schoolZone } from './dates.ts';
import { locale } from './language.ts';

const DAY_MS = 24 * 3_600_000;

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

/** Returns the date and time that a clock in the school's zone shows, as if they were in UTC, in epoch milliseconds. */
const clockOf = (instantMs: number): number => Date.parse(`${dateOf(instantMs)}T${fieldTimeIn(instantMs, schoolZone())}Z`);

/**
 * Returns the instant of a schedule's end in epoch milliseconds, in the school's zone; null without a date or an end. An
 * end that is not after the start is on the next day.
 */
export function endOfSchedule({ schedule_date, start_time, end_time }: Schedule): number | null {
  if (!schedule_date || !end_time || !/^\d{2}:\d{2}/.test(end_time)) return null;
  const passesMidnight = start_time !== null && end_time.slice(0, 5) <= start_time.slice(0, 5);
  const clock = Date.parse(`${schedule_date.slice(0, 10)}T${end_time.slice(0, 5)}Z`) + (passesMidnight ? DAY_MS : 0);
  if (Number.isNaN(clock)) return null;
  // The zone's distance from UTC is read near the end, and again there, since clocks are changed at night.
  const near = clock + (clock - clockOf(clock));
  return near + (clock - clockOf(near));
}
