import { expect, test } from 'vitest';
import { addDays, addMonths, byDay, weeksOf } from './days.ts';

test.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2028-12-31', 1, '2029-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
])('%s and %i days', (day, count, later) => expect(addDays(day, count)).toBe(later));

test.each([
  ['2028-12', 1, '2029-01'],
  ['2028-01', -1, '2027-12'],
  ['2028-01', 14, '2029-03'],
])('%s and %i months', (month, count, later) => expect(addMonths(month, count)).toBe(later));

test('weeks begin where the language has them begin, and hold the whole month', () => {
  const monday = weeksOf('2026-02', 1);
  expect([monday[0]?.[0], monday.at(-1)?.[6]]).toEqual(['2026-01-26', '2026-03-01']);
  expect(weeksOf('2026-02', 7)).toHaveLength(4);
  expect(weeksOf('2026-02', 7)[0]?.[0]).toBe('2026-02-01');
  expect(weeksOf('2026-05', 6)[0]?.[0]).toBe('2026-04-25');
  for (const week of weeksOf('2028-02', 1)) expect(week).toHaveLength(7);
});

test('events stand under their day', () => {
  const events = [
    { day: 'a', id: 1 },
    { day: 'b', id: 2 },
    { day: 'a', id: 3 },
  ];
  expect([...byDay(events)].map(([day, list]) => [day, list.map(({ id }) => id)])).toEqual([
    ['a', [1, 3]],
    ['b', [2]],
  ]);
});
