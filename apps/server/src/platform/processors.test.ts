import { expect, test } from 'vitest';
import { computeParallelLimit } from './processors.ts';

test('[B2034] what keeps processors busy leaves one free for lessons, and goes on all the same where there is one alone', () => {
  expect([1, 2, 3, 4, 64].map((processors) => computeParallelLimit(2, processors))).toEqual([1, 1, 2, 2, 2]);
});
