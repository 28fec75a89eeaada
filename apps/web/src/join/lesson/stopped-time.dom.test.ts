import { beforeEach, expect, test } from 'vitest';
import { keepStoppedAt } from './stopped-time.ts';

beforeEach(() => sessionStorage.clear());

test('[B178] [L256] the time at which an answer stopped the timer stays, however the deadline is moved later', () => {
  expect(keepStoppedAt('40 Form - 1A', 1_000_000, 545)).toBe(545);
  expect(keepStoppedAt('40 Form - 1A', 1_000_400, 665)).toBe(545);
});

test('another answer, and another form, stop it anew', () => {
  keepStoppedAt('40 Form - 1A', 1_000_000, 545);
  expect(keepStoppedAt('40 Form - 1A', 1_060_000, 485)).toBe(485);
  expect(keepStoppedAt('40 Form - 1B', 1_060_000, 100)).toBe(100);
});
