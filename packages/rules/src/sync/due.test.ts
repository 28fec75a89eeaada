import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeDueAt } from '../grading/due.ts';
import { fromClassroomDue, toClassroomDue } from './due.ts';
import { roundGrade, toLocalState } from './submission-state.ts';

describe('due dates of Google Classroom', () => {
  test('[B1101] a date without a time is 23:59 of the school, {} is midnight UTC', () => {
    expect(fromClassroomDue({ year: 2026, month: 3, day: 5 }, undefined, 'America/New_York')).toEqual({ due_on: '2026-03-05', due_time: '23:59:00' });
    expect(fromClassroomDue({ year: 2026, month: 3, day: 5 }, {}, 'America/New_York')).toEqual({ due_on: '2026-03-04', due_time: '19:00:00' });
    expect(fromClassroomDue({ year: 2026, month: 3, day: 5 }, { hours: 22, minutes: 30 }, 'Asia/Kolkata')).toEqual({
      due_on: '2026-03-06',
      due_time: '04:00:00',
    });
    expect(fromClassroomDue(undefined, undefined, 'UTC')).toBeNull();
    expect(fromClassroomDue({ year: 20260, month: 3, day: 5 }, {}, 'UTC')).toBeNull();
  });
  test('[B1101] what is sent there comes back as the same instant, over zones and changes of clocks', () => {
    const zones = fc.constantFrom('UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia');
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 1439 }),
        zones,
        (date, minute, zone) => {
          const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
          const due = { due_on: date.toISOString().slice(0, 10), due_time: time };
          const { dueDate, dueTime } = toClassroomDue(due, zone);
          const back = fromClassroomDue(dueDate, dueTime, zone);
          const sent = Date.UTC(dueDate.year, dueDate.month - 1, dueDate.day, dueTime.hours, dueTime.minutes);
          expect(sent).toBe(computeDueAt(due, zone).getTime());
          // a repeated hour may come back as its first occurrence
          expect(Math.abs(computeDueAt(back!, zone).getTime() - sent)).toBeLessThanOrEqual(3_600_000);
        },
      ),
    );
  });
});

test('[B1101] five states there are three here, and grades are compared to two decimals', () => {
  expect(['NEW', 'CREATED', 'RECLAIMED_BY_STUDENT', 'TURNED_IN', 'RETURNED'].map(toLocalState)).toEqual([
    'CREATED',
    'CREATED',
    'CREATED',
    'TURNED_IN',
    'RETURNED',
  ]);
  expect([roundGrade(87.455), roundGrade(33.333), roundGrade(undefined), roundGrade(Number.NaN)]).toEqual([87.46, 33.33, null, null]);
});
