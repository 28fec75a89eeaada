import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

test('so much comes in at once, the rest by the second; what was not used is not saved up for ever', () => {
  let now = 1_000_000;
  const pace = new Pace({ perSecond: 1000, atOnce: 500, nowMs: () => now });
  expect([pace.take(500), pace.hasRoom]).toEqual([0, true]);
  expect([pace.take(100), pace.take(100), pace.hasRoom]).toEqual([100, 200, false]);
  now += 200;
  expect(pace.take(50)).toBe(50);
  now += 1_000_000;
  expect([pace.take(500), pace.take(250)]).toEqual([0, 250]);
});
