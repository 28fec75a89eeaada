import { locale } from '../base/language.ts';
import { getSession } from '../base/session.ts';

/** Times of day on the wall of the classroom: in the school's zone, whatever the device's is; 24 hours, so that they are short. */
function format(at: number | string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(at);
  const zone = getSession()?.user.school?.time_zone || undefined;
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...options, ...(zone && { timeZone: zone }) }).format(date);
}

/** "10:24". */
export const clockTime = (at: number | string): string => format(at, {});

/** "10:24:07". */
export const clockTimeWithSeconds = (at: number | string): string => format(at, { second: '2-digit' });
