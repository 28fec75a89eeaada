import { dayOf, timeOf } from './dates.ts';

/** "Mon, Jan 1, 2024, 10:15 AM" of a UTC instant, in the school's zone. */
export const momentOf = (instant: string | Date): string => `${dayOf(instant)}, ${timeOf(instant)}`;
