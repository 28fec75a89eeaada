import { describe, expect, it, test } from 'vitest';
import { computeDueAt, isCalendarDay } from './due.ts';

const at = (due_on: string, due_time: string | null, zone: string) => computeDueAt({ due_on, due_time }, zone).toISOString();

describe('when work is due', () => {
  it.each([
    ['2026-01-15', '09:30', 'UTC', '2026-01-15T09:30:00.000Z'],
    ['2026-01-15', '09:30:00', 'America/New_York', '2026-01-15T14:30:00.000Z'],
    ['2026-07-15', '09:30', 'America/New_York', '2026-07-15T13:30:00.000Z'],
    ['2026-07-15', '00:00', 'Asia/Kathmandu', '2026-07-14T18:15:00.000Z'],
    ['2024-02-29', '12:00', 'Pacific/Kiritimati', '2024-02-28T22:00:00.000Z'],
  ])('%s %s in %s is %s', (day, time, zone, expected) => expect(at(day, time, zone)).toBe(expected));

  it('without a time is the last second of that day', () => {
    expect(at('2026-01-15', null, 'UTC')).toBe('2026-01-15T23:59:59.000Z');
    expect(at('2024-02-29', null, 'America/New_York')).toBe('2024-03-01T04:59:59.000Z');
  });

  it('moves forward by the gap where the clocks skip the time', () => {
    expect(at('2026-03-08', '02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z'); // 03:30 there
    expect(at('2026-10-04', '02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:45:00.000Z'); // half an hour
    expect(at('2026-09-06', '00:00', 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z'); // midnight itself
    expect(at('2011-12-30', '12:00', 'Pacific/Apia')).toBe('2011-12-30T22:00:00.000Z'); // a whole day
  });

  it('is the earlier of two where the time comes twice', () => {
    expect(at('2026-11-01', '01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
    expect(at('2026-10-25', '02:00', 'Europe/Berlin')).toBe('2026-10-25T00:00:00.000Z');
    expect(at('2026-04-04', null, 'America/Santiago')).toBe('2026-04-05T02:59:59.000Z'); // 23:59:59, the first of them
  });

  it('refuses what is no day, no time or no zone', () => {
    for (const day of ['2025-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '', '0001-01-01']) expect(() => at(day, null, 'UTC')).toThrow(RangeError);
    for (const time of ['24:00', '9:30', '12:60', 'noon']) expect(() => at('2026-01-01', time, 'UTC')).toThrow(RangeError);
    expect(() => at('2026-01-01', null, 'Mars/Olympus')).toThrow(RangeError);
  });
});

test('29 February is a day every fourth year, not every hundredth, but every four hundredth', () => {
  const years = [2024, 2025, 2100, 2000].map((year) => isCalendarDay({ year, month: 2, day: 29 }));
  expect(years).toEqual([true, false, false, true]);
});

/** One clock for each zone: creating them took longer than the rest of the test. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the time that a wall clock in the zone shows. */
function readClock(instant: Date, timeZone: string): string {
  const options = {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  const format = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options);
  clocks.set(timeZone, format);
  return format.format(instant).replace(',', '');
}

test('whatever the day, the time and the zone: clocks there show it, unless they skip it, and never show it earlier', () => {
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const zones = ['UTC', 'America/New_York', 'Europe/Dublin', 'Africa/Casablanca', 'Australia/Lord_Howe', 'Pacific/Chatham', 'America/St_Johns', 'Asia/Tehran'];
  for (let round = 0; round < 800; round += 1) {
    const zone = zones[random(zones.length)] as string;
    const day = new Date(Date.UTC(2015 + random(20), 0, 1 + random(366))).toISOString().slice(0, 10);
    const time = [random(24), random(60), random(60)].map((part) => String(part).padStart(2, '0')).join(':');
    const due = computeDueAt({ due_on: day, due_time: time }, zone);
    const shown = readClock(due, zone);
    const isSkipped = shown !== `${day} ${time}`;
    expect(shown >= `${day} ${time}`).toBe(true);
    // a skipped time is not close to any instant; for a repeated time, there is no earlier occurrence
    const elsewhere = (isSkipped ? [1, 0.5, -0.5] : [0.5, 1, 2]).map((hours) => readClock(new Date(due.getTime() - hours * 3_600_000), zone));
    expect(elsewhere).not.toContain(`${day} ${time}`);
  }
});
