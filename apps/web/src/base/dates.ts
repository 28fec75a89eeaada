import { locale } from './language.ts';
import { getSession } from './session.ts';

/**
 * Formats an instant in the language of the page and in the given zone, otherwise in the device's. All dates on the
 * screen use it.
 */
export function formatInstant(options: Intl.DateTimeFormatOptions, at: Date, zone: string | undefined, language = locale()): string {
  return new Intl.DateTimeFormat(language, { ...options, ...(zone ? { timeZone: zone } : {}) }).format(at);
}

/**
 * Returns the zone of the person's school. For a person without a school it is that of the only one; undefined when
 * there are several or none.
 */
export function schoolZone(): string | undefined {
  const user = getSession()?.user;
  return user?.school?.time_zone || user?.time_zone || undefined;
}

const DAY = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;

/** Returns "Mon, Jan 1, 2024" for a UTC instant, in the school's zone. */
export const dayOf = (instant: string | Date): string => formatInstant(DAY, new Date(instant), schoolZone());

/** Returns the calendar date (YYYY-MM-DD) of a UTC instant, in the school's zone. */
export const dateOf = (instant: Date): string =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...(schoolZone() && { timeZone: schoolZone() }) } as never).format(instant);

/**
 * Returns "Mon, Jan 1, 2024" for a calendar date (YYYY-MM-DD), which has no zone; any other text is returned unchanged.
 */
export function dayOn(date: string): string {
  return /^\d{4}-\d{2}-\d{2}/.test(date) ? formatInstant(DAY, new Date(`${date.slice(0, 10)}T00:00:00Z`), 'UTC') : date;
}

/** Returns "10:15 AM" for a UTC instant, in the school's zone. */
export const timeOf = (instant: string | Date): string => formatInstant({ hour: 'numeric', minute: '2-digit' }, new Date(instant), schoolZone());

/** Returns "10:15 AM" for a time of day (HH:MM or HH:MM:SS); any other text is returned unchanged. */
export function timeOn(time: string): string {
  return /^\d{2}:\d{2}/.test(time) ? formatInstant({ hour: 'numeric', minute: '2-digit' }, new Date(`1970-01-01T${time.slice(0, 5)}:00Z`), 'UTC') : time;
}

/** Returns the hour of the day, 0 to 23, in the school's zone. */
export function hourOf(instant: Date): number {
  return Number(formatInstant({ hour: 'numeric', hourCycle: 'h23' }, instant, schoolZone(), 'en-US'));
}

interface Schedule {
  schedule_date: string | null;
  start_time: string | null;
  end_time: string | null;
}

/** Returns the known parts of a schedule: its date, then start and end; empty when it has none. */
export function scheduleParts({ schedule_date, start_time, end_time }: Schedule): string[] {
  const times = [start_time, end_time]
    .filter((time) => time !== null)
    .map(timeOn)
    .join(' – ');
  return [schedule_date && dayOn(schedule_date), times].filter((part): part is string => Boolean(part));
}

/** Returns the same as one line; null when there is none. */
export const scheduleText = (schedule: Schedule): string | null => scheduleParts(schedule).join(' · ') || null;
