import { dayOn } from '../../base/dates.ts';
import { momentOf } from '../../base/moment.ts';
import { locale } from '../../base/language.ts';

/** "08:05 AM" of a time of day (HH:MM); anything else is given back as it is. */
export function timeOfDay(time: string): string {
  const [known] = /^\d{2}:\d{2}/.exec(time) ?? [];
  if (known === undefined) return time;
  return new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }).format(new Date(`1970-01-01T${known}:00Z`));
}

/** A calendar date in words. */
export const day = dayOn;

/** An instant, to the minute, in the school's zone. */
export const instant = momentOf;
