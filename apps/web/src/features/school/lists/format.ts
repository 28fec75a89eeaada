import { twoDigitTimeOn } from '../../../base/date-styles.ts';
import { dayOn } from '../../../base/dates.ts';
import { momentOf } from '../../../base/moment.ts';

/** "08:05 AM" of a time of day (HH:MM); anything else is given back as it is. */
export const timeOfDay = twoDigitTimeOn;

/** A calendar date in words. */
export const day = dayOn;

/** An instant, to the minute, in the school's zone. */
export const instant = momentOf;
