import { dayOn, momentOf } from '../../../base/dates.ts';
import { periodTimeOn } from '../../../base/special-dates.ts';

/** Formats a time of day (HH:MM) as "08:05 AM". Anything else is returned unchanged. */
export const timeOfDay = periodTimeOn;

/** Formats a calendar date as text. */
export const day = dayOn;

/** Formats an instant to the minute, in the school's zone. */
export const instant = momentOf;
