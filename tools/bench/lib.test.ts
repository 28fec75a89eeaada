import { expect, test } from 'vitest';
import { interleave, ratioOf, spreadOf } from './lib.ts';

test('the middle is the middle, also of an even number of times', () => {
  expect(spreadOf([5, 1, 9])).toEqual({ min: 1, median: 5, max: 9 });
  expect(spreadOf([4, 1, 10, 2])).toEqual({ min: 1, median: 3, max: 10 });
  expect(() => spreadOf([])).toThrow(RangeError);
});

test('a ratio compares the times of the same round', () => {
  expect(ratioOf([2, 40, 6], [1, 20, 2])).toEqual({ min: 2, median: 2, max: 3 });
});

test('sides take turns, each is first every other round, and the warm-up does not count', async () => {
  const order: string[] = [];
  const side = (name: string) => async () => order.push(name);
  const times = await interleave({ sides: { a: side('a'), b: side('b') }, rounds: 2, warmUpRounds: 1 });
  expect(order.join('')).toBe('abbaab');
  expect(times).toEqual({ a: [4, 5], b: [3, 6] });
});
