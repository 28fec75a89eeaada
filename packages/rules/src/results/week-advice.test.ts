import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeDifference } from '../ideas/question-worth.ts';
import { findWeekAdvice } from './week-advice.ts';

const lesson = (right_second: number, answered_second: number, right_transfer: number, answered_transfer: number) => ({
  ...{ right_second, answered_second, right_transfer, answered_transfer },
});

test('[B2433] the lesson with the lowest share after talking is taught again, if fewer than half were right', () => {
  const [low, lower] = [lesson(12, 29, 20, 29), lesson(11, 29, 25, 29)];
  expect(findWeekAdvice([lesson(28, 29, 28, 29), low, lower])).toEqual({ kind: 'again', lesson: lower });
  expect(findWeekAdvice([lesson(14, 28, 14, 28)])).toBeNull();
  expect(findWeekAdvice([lesson(1, 7, 1, 7)])).toBeNull();
});

test('[B2433] one more question is asked when the transfer question was harder than chance explains, and only then', () => {
  expect(findWeekAdvice([lesson(50, 57, 31, 56)])).toEqual({ kind: 'transfer' });
  expect(findWeekAdvice([lesson(42, 57, 38, 57)])).toBeNull();
  expect(findWeekAdvice([lesson(42, 57, 57, 57)])).toBeNull();
  expect(findWeekAdvice([lesson(42, 57, 0, 0)])).toBeNull();
  expect(findWeekAdvice([])).toBeNull();
});

test('[B2433] the advice about transfer is that of the interval of the difference, for any numbers', () => {
  const tally = fc.integer({ min: 8, max: 60 }).chain((of) => fc.tuple(fc.integer({ min: Math.ceil(of / 2), max: of }), fc.constant(of)));
  const any = fc.integer({ min: 1, max: 60 }).chain((of) => fc.tuple(fc.integer({ min: 0, max: of }), fc.constant(of)));
  fc.assert(
    fc.property(tally, any, ([right, answered], [transfer, asked]) => {
      const difference = computeDifference({ count: right, of: answered }, { count: transfer, of: asked });
      return (findWeekAdvice([lesson(right, answered, transfer, asked)]) !== null) === difference!.low > 0;
    }),
  );
});
