import { expect, test } from 'vitest';
import { mondayOf, sharesOfWeeks, toWeeks } from './weeks.ts';

test('a week begins on Monday', () =>
  expect(['2026-03-01', '2026-03-02', '2026-03-08', '2026-03-09'].map(mondayOf)).toEqual(['2026-02-23', '2026-03-02', '2026-03-02', '2026-03-09']));

test('every week from the first to the last has a point, and those without a lesson none of a value, over the change of clocks too', () => {
  const points = toWeeks(
    new Map([
      ['2026-03-16', 50],
      ['2026-04-06', 80],
      ['2026-03-30', null],
    ]),
  );
  expect(points.map(({ key, value }) => [key, value])).toEqual([
    ['2026-03-16', 50],
    ['2026-03-23', null],
    ['2026-03-30', null],
    ['2026-04-06', 80],
  ]);
  expect(toWeeks(new Map())).toEqual([]);
});

test('the share of a week is of all its lessons', () => {
  const days = [
    { date: '2026-03-02', lessons: 2, logged_in: 1 },
    { date: '2026-03-06', lessons: 1, logged_in: 1 },
    { date: '2026-03-09', lessons: 1, logged_in: 0 },
  ];
  expect([...sharesOfWeeks(days)]).toEqual([
    ['2026-03-02', 67],
    ['2026-03-09', 0],
  ]);
});
