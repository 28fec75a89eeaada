/** The chosen due date: a day of the school, and a time if one was chosen. */
export interface DueDay {
  /** The day, such as `2026-02-28`. */
  due_on: string;
  /** The time, `09:30` or `09:30:00`; null: the end of the day. */
  due_time: string | null;
}

/** The last second of a day, at which work without a due time is due. */
const END_OF_DAY = '23:59:59';

const HOUR_MS = 3_600_000;

/**
 * Returns the instant by which work is due, from the school's own day and time. A time skipped by the clocks moves
 * forward by the skipped amount; of a repeated time the earlier one counts. @throws RangeError for a day, a time or a
 * zone that does not exist
 */
export function computeDueAt({ due_on, due_time }: DueDay, timeZone: string): Date {
  const wall = computeWallMs(due_on, due_time ?? END_OF_DAY);
  const offsetAt = offsetReaderOf(timeZone);
  const before = offsetAt(wall - 36 * HOUR_MS);
  const after = offsetAt(wall + 36 * HOUR_MS);
  const fitting = [wall - before, wall - after].filter((instant) => instant + offsetAt(instant) === wall);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : wall - before);
}

/** Returns true when the day exists in the calendar: `2024-02-29` does, `2025-02-29` does not. */
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

/**
 * Cached readers of offsets. Creating a format costs as much as hundreds of reads, and a class or a school has all its
 * work in one zone.
 */
const offsetReaders = new Map<string, OffsetReader>();

/**
 * Returns a function that reads how far a zone's clocks are ahead of UTC at an instant, in milliseconds. @throws
 * RangeError for a zone that does not exist
 */
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
