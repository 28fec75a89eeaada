import { USUAL_TERMS } from '@classwright/contract';
import { expect, test } from 'vitest';
import { addYears, findDueDay, findYearEnd, listYearEnds } from './school-year.ts';

const quarters = [
  { start: '2025-08-18', end: '2025-10-17' },
  { start: '2025-10-20', end: '2025-12-19' },
  { start: '2026-01-05', end: '2026-03-13' },
  { start: '2026-03-16', end: '2026-06-05' },
];

test('[B2740] the marking periods of a year make one school year, whose last day is the last of them', () => {
  expect(listYearEnds(quarters)).toEqual(['2026-06-05']);
  expect(findYearEnd('2025-11-02', ['2026-06-05'])).toBe('2026-06-05');
});

test('[B2740] half a year of marking periods, or periods without a break for years, do not make a school year', () => {
  expect(listYearEnds(quarters.slice(0, 2))).toEqual([]);
  expect(listYearEnds([{ start: '2020-01-01', end: '2024-12-31' }])).toEqual([]);
});

test('[B2740] without marking periods a school year ends on June 30', () => {
  expect(findYearEnd('2025-11-02', [])).toBe('2026-06-30');
  expect(findYearEnd('2026-06-30', [])).toBe('2026-06-30');
  expect(findYearEnd('2026-07-01', [])).toBe('2027-06-30');
  expect(findYearEnd('2020-11-02', ['2026-06-05'])).toBe('2021-06-30');
});

test('[B2740] rows are due from the day after their term on, and not a day before', () => {
  const due = (today: string, ends: readonly string[] = []) => findDueDay('schoolwork', USUAL_TERMS, today, ends);
  expect(due('2028-06-30')).toBe('2025-07-01');
  expect(due('2028-07-01')).toBe('2026-07-01');
  expect(due('2028-06-06', ['2026-06-05'])).toBe('2026-06-06');
  expect(due('2028-06-05', ['2026-06-05'])).toBe('2025-06-04');
  expect(findDueDay('log', USUAL_TERMS, '2026-11-28', [])).toBe('2025-10-24');
  expect(findDueDay('identity', USUAL_TERMS, '2026-11-28', [])).toBe('2019-11-28');
});

test('[B2740] a February 29 becomes March 1 in a year without one', () => {
  expect(addYears('2028-02-29', -7)).toBe('2021-03-01');
});
