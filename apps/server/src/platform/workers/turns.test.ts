import { afterEach, expect, test, vi } from 'vitest';
import { createTurns } from './turns.ts';

afterEach(() => vi.restoreAllMocks());

test('[B277] a loop over many things goes on for 2 ms, then others have their turn before it goes on', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const turn = createTurns();
  const order: string[] = [];
  setImmediate(() => order.push('another'));
  for (let thing = 0; thing < 5; thing += 1) {
    const waits = turn();
    if (waits) {
      await waits;
      order.push(`turn at ${thing}`);
    }
    now += 1;
  }
  // Each item takes a millisecond: two per turn, and a waiting task came first.
  expect(order).toEqual(['another', 'turn at 2', 'turn at 4']);
});
