import { expect, test } from 'vitest';
import { hasEqualSchoolDays, spanBefore } from './period.ts';

const halfTerms = [
  { from: '2026-08-31', to: '2026-10-23' },
  { from: '2026-11-02', to: '2026-12-18' },
];
const before = (from: string, to: string, today: string, periods = halfTerms) => {
  const span = spanBefore({ from, to }, { today, periods });
  return [span.from, span.to, hasEqualSchoolDays({ from, to }, span, today)];
};

test('[B1562] a week that has not ended is compared up to the same day of the week before', () => {
  expect(before('2026-11-23', '2026-11-29', '2026-11-25')).toEqual(['2026-11-16', '2026-11-18', true]);
  expect(before('2026-11-23', '2026-11-29', '2026-11-29')).toEqual(['2026-11-16', '2026-11-22', true]);
  expect(before('2026-11-16', '2026-11-22', '2026-11-25')).toEqual(['2026-11-09', '2026-11-15', true]);
  expect(before('2026-11-30', '2026-12-06', '2026-11-25')).toEqual(['2026-11-23', '2026-11-29', true]);
});

test('[B1562] a month is compared with the month before, up to the same day where it has not ended, and never beyond its end', () => {
  expect(before('2026-10-01', '2026-10-31', '2026-11-25')).toEqual(['2026-09-01', '2026-09-30', true]);
  expect(before('2026-11-01', '2026-11-30', '2026-11-25')).toEqual(['2026-10-01', '2026-10-25', false]);
  expect(before('2026-03-01', '2026-03-31', '2026-03-30')).toEqual(['2026-02-01', '2026-02-28', false]);
  expect(before('2026-01-01', '2026-01-31', '2026-06-01')).toEqual(['2025-12-01', '2025-12-31', false]);
});

test('[B1562] a marking period is compared with the one before, the first with as many days', () => {
  expect(before('2026-11-02', '2026-12-18', '2027-01-10')).toEqual(['2026-08-31', '2026-10-23', false]);
  expect(before('2026-11-02', '2026-12-18', '2026-11-06')).toEqual(['2026-08-31', '2026-09-04', true]);
  expect(before('2026-08-31', '2026-10-23', '2027-01-10')).toEqual(['2026-07-08', '2026-08-30', false]);
});
