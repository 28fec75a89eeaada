import { formatInstant, schoolZone } from './dates.ts';
import { locale } from './language.ts';

/** Returns "Friday, December 20, 2026" for a UTC instant, in that zone. */
export const fullDayIn = (instant: string, zone: string): string => formatInstant({ dateStyle: 'full' }, new Date(instant), zone);

/** Returns "Mon, Jan 1, 2024, 10:15:07 AM" for a UTC instant, in that zone. */
export function secondIn(instant: string, zone: string): string {
  const options = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
  return formatInstant(options, new Date(instant), zone);
}

/** Returns "2:05 PM", the time in a zone. @throws for a zone that this browser does not know */
export const clockIn = (instant: Date, zone: string): string => formatInstant({ hour: 'numeric', minute: '2-digit' }, instant, zone);

/** Returns "Mar 2" for a calendar date (YYYY-MM-DD). */
export const shortDayOn = (date: string): string => formatInstant({ month: 'short', day: 'numeric' }, midnightOf(date), 'UTC');

/** Returns "Mon", or "Monday" when long, for a calendar date (YYYY-MM-DD). */
export const weekdayOn = (date: string, weekday: 'short' | 'long'): string => formatInstant({ weekday }, midnightOf(date), 'UTC');

/** Returns "March 2026" for a month (YYYY-MM). */
export const monthOn = (month: string): string => formatInstant({ month: 'long', year: 'numeric' }, midnightOf(`${month}-01`), 'UTC');

/** Returns "08:05 AM" for a time of day (HH:MM); any other text is returned unchanged. */
export function twoDigitTimeOn(time: string): string {
  const [known] = /^\d{2}:\d{2}/.exec(time) ?? [];
  return known === undefined ? time : formatInstant({ hour: '2-digit', minute: '2-digit' }, new Date(`1970-01-01T${known}:00Z`), 'UTC');
}

/**
 * Returns "20-11-2026" and "10:24:07" for a UTC instant in the school's zone: the format that the specification gives
 * the question bank's table in English (Q049). Other languages have their own order of day, month and year.
 */
export function bankMomentOf(instant: string): { day: string; time: string } {
  const at = new Date(instant);
  const date = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  return {
    day: locale() === 'en-US' ? formatInstant(date, at, schoolZone(), 'en-GB').replaceAll('/', '-') : formatInstant(date, at, schoolZone()),
    time: formatInstant({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }, at, schoolZone()),
  };
}

const midnightOf = (date: string): Date => new Date(`${date}T00:00:00Z`);
