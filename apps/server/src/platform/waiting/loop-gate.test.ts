import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LoopGate } from './loop-gate.ts';

test('[B117] a few calls begin at once and at each turn of the loop, in the order of their sender; another sender stands behind none of the crowd', async () => {
  const turns = new LoopGate();
  const begun: string[] = [];
  for (let count = 0; count < 100; count += 1) turns.enter('crowd', () => begun.push(`crowd ${count}`));
  turns.enter('alone', () => begun.push('alone'));
  const first = begun.length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(10);
  const steps: number[] = [];
  while (begun.length < 101) {
    const before = begun.length;
    await turn();
    steps.push(begun.length - before);
  }
  expect(Math.max(...steps)).toBe(first);
  expect(begun.indexOf('alone')).toBeLessThan(2 * first);
  expect(begun.filter((name) => name !== 'alone')).toEqual(Array.from({ length: 100 }, (_, count) => `crowd ${count}`));
});

test('what begins while others begin waits for its turn, and after a quiet time calls begin at once again', async () => {
  const turns = new LoopGate();
  const begun: number[] = [];
  const enter = (count: number): void => turns.enter('a', () => (begun.push(count), count < 20 ? enter(count + 1) : undefined));
  enter(0);
  expect(begun.length).toBeLessThan(10);
  await expect.poll(() => begun.length).toBe(21);
  await turn();
  await turn();
  turns.enter('a', () => begun.push(99));
  expect(begun.at(-1)).toBe(99);
});
