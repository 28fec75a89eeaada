import { twoDigitTimeOn } from '../../../base/date-styles.ts';
import { dayOn } from '../../../base/dates.ts';
import { momentOf } from '../../../base/moment.ts';

/** Formats a time of day (HH:MM) as "08:05 AM". Anything else is returned unchanged. */
export const timeOfDay = twoDigitTimeOn;

/** Formats a calendar date as text. */
export const day = dayOn;

/** Formats an instant to the minute, in the school's zone. */
export const instant = momentOf;
