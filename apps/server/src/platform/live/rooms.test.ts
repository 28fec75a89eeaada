import { expect, test } from 'vitest';
import { computeWindowMs } from './rooms.ts';

test('a room joins for 100 ms up to 100 listeners, then for a millisecond each, and for a second at most', () => {
  const windows = [0, 1, 100, 101, 250, 1000, 5000].map((listeners) => computeWindowMs(100, listeners));
  expect(windows).toEqual([100, 100, 100, 101, 250, 1000, 1000]);
});
