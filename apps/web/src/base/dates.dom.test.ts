import { afterAll, beforeAll, expect, test } from 'vitest';
import { person } from '../testing/people.ts';
import { dateOf, dayOf, dayOn, fieldTimeIn, hourOf, momentOf, momentOn, scheduleText, timeOf, timeOn, timeWithSecondsOf } from './dates.ts';
import { bankMomentOf, endOfSchedule, gradebookDayOn, periodTimeOn } from './special-dates.ts';
import { signIn, signOut } from './session.ts';

beforeAll(() => signIn('token', person({ school: { id: 1, school_name: 'S', time_zone: 'Pacific/Auckland' } })));
afterAll(() => signOut());

test('instants stand in the school’s zone, wherever the device is', () => {
  expect(dayOf('2026-11-20T22:30:00Z')).toBe('Sat, Nov 21, 2026');
  expect(timeOf('2026-11-20T22:30:00Z')).toBe('11:30 AM');
  expect(timeWithSecondsOf('2026-11-20T22:30:07Z')).toBe('11:30:07 AM');
  expect(momentOf('2026-11-20T22:30:00Z')).toBe('Sat, Nov 21, 2026, 11:30 AM');
  expect(bankMomentOf('2026-11-20T22:30:07Z')).toEqual({ day: '21-11-2026', time: '11:30:07' });
  expect(dateOf('2026-11-20T22:30:00Z')).toBe('2026-11-21');
  expect(hourOf(new Date('2026-11-20T22:30:00Z'))).toBe(11);
  expect(fieldTimeIn('2026-11-20T22:30:00Z', 'Europe/Berlin')).toBe('23:30');
});

test('calendar dates and times of day have no zone', () => {
  expect(dayOn('2024-01-01')).toBe('Mon, Jan 1, 2024');
  expect(timeOn('10:15:00')).toBe('10:15 AM');
  expect(timeOn('00:05')).toBe('12:05 AM');
  expect([dayOn('soon'), timeOn('later')]).toEqual(['soon', 'later']);
  expect(momentOn('2024-01-01', '09:30:00')).toBe('Mon, Jan 1, 2024, 9:30 AM');
  expect(momentOn('2024-01-01', '')).toBe('Mon, Jan 1, 2024');
  expect(gradebookDayOn('2026-09-18')).toBe('18 Sep 2026');
  expect([periodTimeOn('08:05:00'), periodTimeOn('later')]).toEqual(['08:05 AM', 'later']);
});

test('a schedule is one line of what is known of it', () => {
  expect(scheduleText({ schedule_date: '2026-11-20', start_time: '10:35:00', end_time: '11:25:00' })).toBe('Fri, Nov 20, 2026 · 10:35 AM – 11:25 AM');
  expect(scheduleText({ schedule_date: '2026-11-20', start_time: null, end_time: null })).toBe('Fri, Nov 20, 2026');
  expect(scheduleText({ schedule_date: null, start_time: null, end_time: null })).toBeNull();
});

test('[B2091] [B2388] a planned end is an instant in the school’s zone, also after midnight and in a night in which clocks change', () => {
  const planned = { schedule_date: '2026-11-21', start_time: '11:00', end_time: '11:45:00' };
  expect(endOfSchedule(planned)).toBe(Date.parse('2026-11-20T22:45:00Z'));
  expect(endOfSchedule({ ...planned, start_time: null })).toBe(Date.parse('2026-11-20T22:45:00Z'));
  // 0:30 in Auckland is on the day after the lesson began.
  expect(endOfSchedule({ ...planned, start_time: '23:45', end_time: '00:30' })).toBe(Date.parse('2026-11-21T11:30:00Z'));
  expect(endOfSchedule({ ...planned, start_time: '23:00', end_time: '00:00:00' })).toBe(Date.parse('2026-11-21T11:00:00Z'));
  expect(endOfSchedule({ ...planned, start_time: '22:15', end_time: '23:00' })).toBe(Date.parse('2026-11-21T10:00:00Z'));
  // On 27 September 2026 clocks in Auckland go from 2:00 to 3:00.
  const night = { schedule_date: '2026-09-26', start_time: '23:30' };
  expect(endOfSchedule({ ...night, end_time: '01:30' })).toBe(Date.parse('2026-09-26T13:30:00Z'));
  expect(endOfSchedule({ ...night, end_time: '03:30' })).toBe(Date.parse('2026-09-26T14:30:00Z'));
  expect(endOfSchedule({ ...planned, end_time: null })).toBeNull();
  expect(endOfSchedule({ ...planned, end_time: 'later' })).toBeNull();
  expect(endOfSchedule({ ...planned, end_time: '29:00' })).toBeNull();
  expect(endOfSchedule({ ...planned, schedule_date: null })).toBeNull();
});
