import { formatInstant } from './dates.ts';

/** Returns the time of day (HH:MM, of 24 hours) of a UTC instant in a zone, as a field accepts it. */
export const timeIn = (instant: string, zone: string): string =>
  formatInstant({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, new Date(instant), zone, 'en-GB');
