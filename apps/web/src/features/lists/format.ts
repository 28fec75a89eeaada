import { dayOf, dayOn, timeOf } from '../../base/dates.ts';

/** "08:05 AM" of a time of day (HH:MM); anything else is given back as it is. */
export function timeOfDay(time: string): string {
  const [, hour, minute] = /^(\d{2}):(\d{2})/.exec(time) ?? [];
  if (hour === undefined) return time;
  const half = Number(hour) < 12 ? 'AM' : 'PM';
  return `${String(Number(hour) % 12 || 12).padStart(2, '0')}:${minute} ${half}`;
}

/** A calendar date in words. */
export const day = dayOn;

/** An instant, to the minute, in the school's zone. */
export const instant = (at: string): string => `${dayOf(at)}, ${timeOf(at)}`;
