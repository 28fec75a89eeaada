import { expect, test } from 'vitest';
import { Pace, Paces } from './pace.ts';

test('[B114] so much comes in at once, the rest by the second; what was not used is not saved up for ever', () => {
  let now = 1_000_000;
  const pace = new Pace({ perSecond: 1000, atOnce: 500, nowMs: () => now });
  expect([pace.take(500), pace.hasRoom]).toEqual([0, true]);
  expect([pace.take(100), pace.take(100), pace.hasRoom]).toEqual([100, 200, false]);
  now += 200;
  expect(pace.take(50)).toBe(50);
  now += 1_000_000;
  expect([pace.take(500), pace.take(250)]).toEqual([0, 250]);
});

test('each key has a pace of its own, which is forgotten when nobody waits for it', () => {
  let now = 1_000_000;
  const paces = new Paces({ perSecond: 10, atOnce: 2, nowMs: () => now });
  expect([paces.take('a', 2), paces.take('a', 1), paces.take('b', 1)]).toEqual([0, 100, 0]);
  paces.sweep();
  expect(paces.size).toBe(1);
  now += 100;
  paces.sweep();
  expect(paces.size).toBe(0);
});
