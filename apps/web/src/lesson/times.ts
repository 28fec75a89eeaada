import { formatInstant, schoolZone } from '../base/dates.ts';

/**
 * Formats a time of day like the classroom clock: in the school's zone, regardless of the device's, and with 24 hours
 * to keep it short.
 */
function format(at: number | string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  return formatInstant({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...options }, date, schoolZone());
}

/** Formats a time as "10:24". */
export const clockTime = (at: number | string): string => format(at, {});

/** Formats a time as "10:24:07". */
export const clockTimeWithSeconds = (at: number | string): string => format(at, { second: '2-digit' });
