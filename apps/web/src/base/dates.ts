import { dateFormat, type DateStyle, dateStyles, ISO } from '@classwright/rules/text/dates';
import { locale } from './language.ts';
import { getSession } from './session.ts';

/**
 * Formats an instant in the language of the page and in the given zone, otherwise in the device's. Every date and time
 * on the screen is formatted here.
 */
const formatIn = (style: DateStyle, at: Date | string | number, zone: string | undefined): string => dateFormat(dateStyles[style], locale(), zone)(at);

/**
 * Returns the zone of the person's school. For a person without a school it is that of the only one; undefined when
 * there are several or none.
 */
export function schoolZone(): string | undefined {
  const user = getSession()?.user;
  return user?.school?.time_zone || user?.time_zone || undefined;
}

type Instant = Date | string | number;

/** Returns "Mon, Jan 1, 2024" for an instant, in the school's zone. */
export const dayOf = (instant: Instant): string => formatIn('day', instant, schoolZone());

/** Returns "10:15 AM" for an instant, in the school's zone. */
export const timeOf = (instant: Instant): string => formatIn('time', instant, schoolZone());

/** Returns "10:15:07 AM" for an instant, in the school's zone. */
export const timeWithSecondsOf = (instant: Instant): string => formatIn('timeWithSeconds', instant, schoolZone());

/** Returns "Mon, Jan 1, 2024, 10:15 AM" for an instant, in the school's zone. */
export const momentOf = (instant: Instant): string => formatIn('moment', instant, schoolZone());

/** Returns the calendar date (YYYY-MM-DD) of an instant, in the school's zone. */
export const dateOf = (instant: Instant): string => dateFormat({ dateStyle: 'short' }, ISO, schoolZone())(instant);

/** Returns the hour of the day, 0 to 23, in the school's zone. */
export const hourOf = (instant: Instant): number => Number(dateFormat({ timeStyle: 'short' }, ISO, schoolZone())(instant).slice(0, 2));

/** Returns "Mon, Jan 1, 2024" for an instant, in the given zone. */
export const dayIn = (instant: Instant, zone: string): string => formatIn('day', instant, zone);

/** Returns "2:05 PM" for an instant, in the given zone. @throws RangeError for a zone that this browser does not know */
export const timeIn = (instant: Instant, zone: string): string => formatIn('time', instant, zone);

/** Returns the calendar date (YYYY-MM-DD) of an instant in the given zone, as a field for a date accepts it. */
export const fieldDateIn = (instant: Instant, zone: string): string => dateFormat({ dateStyle: 'short' }, ISO, zone)(instant);

/** Returns the time of day (HH:MM) of an instant in the given zone, as a field for a time accepts it. */
export const fieldTimeIn = (instant: Instant, zone: string | undefined): string => dateFormat({ timeStyle: 'short' }, ISO, zone)(instant);

const midnightOf = (date: string): string => `${date.slice(0, 10)}T00:00:00Z`;

/**
 * Returns "Mon, Jan 1, 2024" for a calendar date (YYYY-MM-DD), which has no zone; any other text is returned unchanged.
 */
export const dayOn = (date: string): string => (/^\d{4}-\d{2}-\d{2}/.test(date) ? formatIn('day', midnightOf(date), 'UTC') : date);

const isTime = (time: string): boolean => /^\d{2}:\d{2}/.test(time);

/** Returns "10:15 AM" for a time of day (HH:MM or HH:MM:SS); any other text is returned unchanged. */
export const timeOn = (time: string): string => (isTime(time) ? formatIn('time', `1970-01-01T${time.slice(0, 5)}:00Z`, 'UTC') : time);

/** Returns "Mon, Jan 1, 2024, 10:15 AM" for a calendar date and a time of day, or the date alone when the time is ''. */
export const momentOn = (date: string, time: string): string => (isTime(time) ? formatIn('moment', `${date}T${time.slice(0, 5)}:00Z`, 'UTC') : dayOn(date));

export interface Schedule {
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

/** Returns the known parts of a schedule as one line; null when it has none. */
export const scheduleText = (schedule: Schedule): string | null => scheduleParts(schedule).join(' · ') || null;
