import { dayOf, momentOf, momentOn } from '../../../base/dates.ts';
import type { WorkRow } from './calls.ts';
import { t } from '../../../base/t.ts';

const two = (part: number): string => String(part).padStart(2, '0');

/** Returns the day as YYYY-MM-DD; '' without one. */
export const toDay = (date: WorkRow['dueDate']): string => (date ? `${date.year}-${two(date.month)}-${two(date.day)}` : '');
/** Returns the time as HH:MM; '' without one. */
export const toTime = (time: WorkRow['dueTime']): string => (time ? `${two(time.hours)}:${two(time.minutes)}` : '');

/** Returns "Due : Mon, Jan 1, 2024, 9:30 AM"; null without a due date. */
export function dueText({ dueDate, dueTime }: Pick<WorkRow, 'dueDate' | 'dueTime'>): string | null {
  if (!dueDate) return null;
  return t('work.due', { date: momentOn(toDay(dueDate), toTime(dueTime)) });
}

/**
 * Returns "Post : Mon, Jan 1, 2024". For scheduled work it is the planned time; for a draft whose time passed in an
 * archived class it notes that; for other drafts it is null.
 */
export function postText({ posted_at, scheduledTime, missed_at }: Pick<WorkRow, 'posted_at' | 'scheduledTime' | 'missed_at'>): string | null {
  if (posted_at) return t('work.post', { date: dayOf(posted_at) });
  if (scheduledTime) return t('work.scheduled', { date: momentOf(scheduledTime) });
  return missed_at ? t('work.missed') : null;
}
