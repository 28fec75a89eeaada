import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('pauses double from half a second and end at fifteen seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map((failures) => backoffMs(failures, 0.999999999))).toEqual(
    [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000].map((ms) => expect.closeTo(ms, 2)),
  );
});

test('chance spreads them over the second half', () => {
  expect(backoffMs(3, 0)).toBe(1000);
  expect(backoffMs(3, 0.5)).toBe(1500);
});
