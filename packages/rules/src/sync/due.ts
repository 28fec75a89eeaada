import { computeDueAt } from '../grading/due.ts';
import { specialDateFormat } from '../text/special-dates.ts';

/** A date and a time as Google Classroom writes them, in UTC; values of 0 are omitted. */
export interface ClassroomDate {
  year?: number;
  month?: number;
  day?: number;
}
export interface ClassroomTime {
  hours?: number;
  minutes?: number;
  seconds?: number;
}

/** The due day and time of work at a school. `due_time` null: by the end of the day. */
export interface SchoolDue {
  due_on: string;
  due_time: string | null;
}

const two = (part: number): string => String(part).padStart(2, '0');

/**
 * Converts the due date of Google Classroom work to the school's clocks. A date without a time is that day at 23:59 of
 * the school; `{}` is midnight UTC, since Google omits 0. Null: no date, or one that does not exist.
 */
export function fromClassroomDue(date: ClassroomDate | undefined, time: ClassroomTime | undefined, timeZone: string): SchoolDue | null {
  const { year, month, day } = date ?? {};
  if (!year || !month || !day || year < 1900 || year > 2199) return null;
  if (time === undefined) return { due_on: `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`, due_time: '23:59:00' };
  const instant = new Date(Date.UTC(year, month - 1, day, time.hours ?? 0, time.minutes ?? 0, time.seconds ?? 0));
  if (Number.isNaN(instant.getTime())) return null;
  const [due_on = '', due_time = ''] = specialDateFormat('isoSecond', 'en-US', timeZone)(instant).split(' ');
  return { due_on, due_time };
}

/** Converts a due date for Google: always with a time, since Google accepts no date without one, and to the minute. */
export function toClassroomDue(due: SchoolDue, timeZone: string): { dueDate: Required<ClassroomDate>; dueTime: ClassroomTime } {
  const at = computeDueAt(due, timeZone);
  return {
    dueDate: { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() },
    dueTime: { hours: at.getUTCHours(), minutes: at.getUTCMinutes() },
  };
}
