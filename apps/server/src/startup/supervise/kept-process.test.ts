import { expect, test } from 'vitest';
import { pauseMs } from './kept-process.ts';

test('a process that ends is started again at once; one that keeps failing ever more seldom, at least every half minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 100].map(pauseMs)).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});
