import { expect, test } from 'vitest';
import { Paces } from './paces.ts';

test('each key has a pace of its own, which is forgotten when nobody waits for it', () => {
  let now = 1_000_000;
  const paces = new Paces({ perSecond: 10, burst: 2 }, () => now);
  expect([paces.take('a', 2), paces.take('a', 1), paces.take('b', 1)]).toEqual([0, 100, 0]);
  paces.sweep();
  expect(paces.size).toBe(1);
  now += 100;
  paces.sweep();
  expect(paces.size).toBe(0);
});
