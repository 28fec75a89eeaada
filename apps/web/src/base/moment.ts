import { dayOf, timeOf } from './dates.ts';

/** Returns "Mon, Jan 1, 2024, 10:15 AM" for a UTC instant, in the school's zone. */
export const momentOf = (instant: string | Date): string => `${dayOf(instant)}, ${timeOf(instant)}`;
