import { expect, test } from 'vitest';
import { Budget } from './limits.ts';

test('a budget gives its burst at once, then what it refills, and never saves up more than its burst', () => {
  const budget = new Budget({ burst: 3, perSecond: 2 }, 0);
  expect([1, 2, 3, 4].map(() => budget.take(0))).toEqual([true, true, true, false]);
  expect([budget.take(499), budget.take(500), budget.take(500)]).toEqual([false, true, false]);
  expect([1, 2, 3, 4].map(() => budget.take(1_000_000))).toEqual([true, true, true, false]);
});
