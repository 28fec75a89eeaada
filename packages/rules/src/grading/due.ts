/** What somebody chose: a day of the school, and a time of it where one was chosen. */
export interface DueDay {
  /** `2026-02-28`. */
  due_on: string;
  /** `09:30` or `09:30:00`; null: the end of the day. */
  due_time: string | null;
}

/** The last second of a day: what is due on a day without a time is due by then. */
const END_OF_DAY = '23:59:59';

const HOUR_MS = 3_600_000;

/**
 * The instant by which work is due, from the school's own day and time. A time that the clocks skip moves forward by as
 * much as they skip; of a time that comes twice the earlier counts.
 * @throws RangeError for a day, a time or a zone that there is not
 */
export function computeDueAt({ due_on, due_time }: DueDay, timeZone: string): Date {
  const wall = computeWallMs(due_on, due_time ?? END_OF_DAY);
  const offsetAt = offsetReaderOf(timeZone);
  const before = offsetAt(wall - 36 * HOUR_MS);
  const after = offsetAt(wall + 36 * HOUR_MS);
  const fitting = [wall - before, wall - after].filter((instant) => instant + offsetAt(instant) === wall);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : wall - before);
}

/** Whether there is such a day in the calendar: `2024-02-29` is one, `2025-02-29` is not. */
export function isCalendarDay({ year, month, day }: { year: number; month: number; day: number }): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && year <= 9999 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function computeWallMs(day: string, time: string): number {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.map(Number) ?? [];
  const [, hours, minutes, seconds] = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/.exec(time)?.map((part) => Number(part ?? 0)) ?? [];
  if (year === undefined || month === undefined || date === undefined || !isCalendarDay({ year, month, day: date })) throw new RangeError(`no day: ${day}`);
  if (hours === undefined || minutes === undefined || seconds === undefined || hours > 23 || minutes > 59 || seconds > 59)
    throw new RangeError(`no time: ${time}`);
  return Date.UTC(year, month - 1, date, hours, minutes, seconds);
}

type OffsetReader = (instant: number) => number;

/** A format costs as much as hundreds of readings, and a class or a school has all its work in one zone. */
const offsetReaders = new Map<string, OffsetReader>();

/** Returns what reads how far a zone's clocks are ahead of UTC at an instant, in milliseconds. @throws RangeError for a zone that there is not */
function offsetReaderOf(timeZone: string): OffsetReader {
  const known = offsetReaders.get(timeZone) ?? createOffsetReader(timeZone);
  offsetReaders.set(timeZone, known);
  return known;
}

function createOffsetReader(timeZone: string): OffsetReader {
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    ...{ timeZone, hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  return (instant) => {
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
  };
}
