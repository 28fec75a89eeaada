import { expect, test } from 'vitest';
import { Bucket } from './bucket.ts';

test('a budget gives its burst at once, then what it refills, and never saves up more than its burst', () => {
  const budget = new Bucket({ burst: 3, perSecond: 2 });
  expect([1, 2, 3, 4].map(() => budget.take(0))).toEqual([true, true, true, false]);
  expect([budget.take(499), budget.take(500), budget.take(500)]).toEqual([false, true, false]);
  expect([1, 2, 3, 4].map(() => budget.take(1_000_000))).toEqual([true, true, true, false]);
});

test('[B114] so much comes in at once, the rest by the second; what was not used is not saved up for ever', () => {
  let now = 1_000_000;
  const pace = new Bucket({ perSecond: 1000, burst: 500 });
  expect([pace.reserve(now, 500), pace.hasRoom(now)]).toEqual([0, true]);
  expect([pace.reserve(now, 100), pace.reserve(now, 100), pace.hasRoom(now)]).toEqual([100, 200, false]);
  now += 200;
  expect(pace.reserve(now, 50)).toBe(50);
  now += 1_000_000;
  expect([pace.reserve(now, 500), pace.reserve(now, 250)]).toEqual([0, 250]);
});
