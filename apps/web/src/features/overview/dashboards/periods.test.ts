import { expect, test } from 'vitest';
import { spansOf } from './periods.ts';

const period = (id: number, name: string, from: string, to: string) => ({ id, name, from, to });

test('weeks begin on Monday, months end on their last day, and a marking period is offered on its days alone', () => {
  const periods = [period(1, 'Q1', '2023-09-01', '2023-11-30'), period(2, 'Q2', '2023-12-01', '2024-02-29')];
  expect(spansOf({ today: '2024-02-29', periods })).toEqual([
    { name: 'week', from: '2024-02-26', to: '2024-03-03' },
    { name: 'month', from: '2024-02-01', to: '2024-02-29' },
    { name: { period: 'Q2' }, from: '2023-12-01', to: '2024-02-29' },
    { name: 'year', from: '2023-09-01', to: '2024-02-29' },
  ]);
  expect(spansOf({ today: '2024-03-01', periods }).map(({ name }) => name)).toEqual(['week', 'month', 'year']);
});

test('a Sunday belongs to the week before it, also over the turn of a year', () =>
  expect(spansOf({ today: '2023-01-01', periods: [] })).toEqual([
    { name: 'week', from: '2022-12-26', to: '2023-01-01' },
    { name: 'month', from: '2023-01-01', to: '2023-01-31' },
    { name: 'year', from: '2023-01-01', to: '2023-12-31' },
  ]));

test('marking periods of several years, or of another one, are no year', () => {
  const calendar = { name: 'year', from: '2026-01-01', to: '2026-12-31' };
  for (const periods of [
    [period(1, 'Old', '2021-09-01', '2021-12-31'), period(2, 'New', '2026-09-01', '2026-12-31')],
    [period(1, 'Old', '2024-09-01', '2025-06-30')],
  ])
    expect(spansOf({ today: '2026-10-05', periods }).at(-1)).toEqual(calendar);
});
