import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countAnonymousLessons } from './anonymous-lessons.ts';

test('nothing is told of fewer than five lessons, nor of one teacher’s alone', () => {
  expect(countAnonymousLessons([])).toBe(0);
  expect(countAnonymousLessons([1, 2, 1, 2])).toBe(0);
  expect(countAnonymousLessons([1, 1, 1, 1, 1, 1, 1])).toBe(0);
});

test('five lessons of two teachers are told; the next ones wait until they are five of two again', () => {
  expect(countAnonymousLessons([1, 2, 1, 1, 1])).toBe(5);
  expect(countAnonymousLessons([1, 2, 1, 1, 1, 2, 2, 1, 2])).toBe(5);
  expect(countAnonymousLessons([1, 2, 1, 1, 1, 2, 2, 1, 2, 1])).toBe(10);
  expect(countAnonymousLessons([1, 2, 1, 1, 1, 3, 3, 3, 3, 3, 3, 1])).toBe(12);
});

test('[B814] whatever is told on two days, the difference is nothing, or five lessons and more of two teachers and more', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 40 }), fc.nat(40), fc.nat(40), (teachers, one, other) => {
      const [before, after] = [Math.min(one, other), Math.max(one, other)].map((days) => countAnonymousLessons(teachers.slice(0, days))) as [number, number];
      const between = teachers.slice(before, after);
      expect(after).toBeGreaterThanOrEqual(before);
      expect(between.length === 0 || (between.length >= 5 && new Set(between).size >= 2)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
