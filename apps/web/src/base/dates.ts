import { locale } from './language.ts';
import { getSession } from './session.ts';

/** Returns an instant in the language of the page and in the given zone, else in the device's. Every date on the screen is written by it. */
export function formatInstant(options: Intl.DateTimeFormatOptions, at: Date, zone: string | undefined, language = locale()): string {
  return new Intl.DateTimeFormat(language, { ...options, ...(zone ? { timeZone: zone } : {}) }).format(at);
}

/** Returns the zone of the person's school; for a person of no school that of the only one; undefined where there are several or none. */
export function schoolZone(): string | undefined {
  const user = getSession()?.user;
  return user?.school?.time_zone || user?.time_zone || undefined;
}

const DAY = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;

/** "Mon, Jan 1, 2024" of a UTC instant, in the school's zone. */
export const dayOf = (instant: string | Date): string => formatInstant(DAY, new Date(instant), schoolZone());

/** The calendar date (YYYY-MM-DD) of a UTC instant, in the school's zone. */
export const dateOf = (instant: Date): string =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...(schoolZone() && { timeZone: schoolZone() }) } as never).format(instant);

/** "Mon, Jan 1, 2024" of a calendar date (YYYY-MM-DD), which has no zone; anything else is given back as it is. */
export function dayOn(date: string): string {
  return /^\d{4}-\d{2}-\d{2}/.test(date) ? formatInstant(DAY, new Date(`${date.slice(0, 10)}T00:00:00Z`), 'UTC') : date;
}

/** "10:15 AM" of a UTC instant, in the school's zone. */
export const timeOf = (instant: string | Date): string => formatInstant({ hour: 'numeric', minute: '2-digit' }, new Date(instant), schoolZone());

/** "10:15 AM" of a time of day (HH:MM or HH:MM:SS); anything else is given back as it is. */
export function timeOn(time: string): string {
  return /^\d{2}:\d{2}/.test(time) ? formatInstant({ hour: 'numeric', minute: '2-digit' }, new Date(`1970-01-01T${time.slice(0, 5)}:00Z`), 'UTC') : time;
}

/** Hour of the day, 0 to 23, in the school's zone. */
export function hourOf(instant: Date): number {
  return Number(formatInstant({ hour: 'numeric', hourCycle: 'h23' }, instant, schoolZone(), 'en-US'));
}

interface Schedule {
  schedule_date: string | null;
  start_time: string | null;
  end_time: string | null;
}

/** What is known of a schedule: its date, then start and end; empty when it has none. */
export function scheduleParts({ schedule_date, start_time, end_time }: Schedule): string[] {
  const times = [start_time, end_time]
    .filter((time) => time !== null)
    .map(timeOn)
    .join(' – ');
  return [schedule_date && dayOn(schedule_date), times].filter((part): part is string => Boolean(part));
}

/** The same as one line; null when there is none. */
export const scheduleText = (schedule: Schedule): string | null => scheduleParts(schedule).join(' · ') || null;
