import { formatInstant, schoolZone } from '../base/dates.ts';

/** Times of day on the wall of the classroom: in the school's zone, whatever the device's is; 24 hours, so that they are short. */
function format(at: number | string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  return formatInstant({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...options }, date, schoolZone());
}

/** "10:24". */
export const clockTime = (at: number | string): string => format(at, {});

/** "10:24:07". */
export const clockTimeWithSeconds = (at: number | string): string => format(at, { second: '2-digit' });
