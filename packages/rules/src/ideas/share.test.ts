import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addTallies, computeShareInterval } from './share.ts';

/** Finds the interval by trying every share in steps of 1/10,000 against the inequality that defines it. */
function tryEvery(count: number, of: number): { low: number; high: number } {
  const kept: number[] = [];
  for (let step = 0; step <= 10_000; step += 1) {
    const p = step / 10_000;
    if ((count / of - p) ** 2 <= (1.96 ** 2 * p * (1 - p)) / of + 1e-15) kept.push(p);
  }
  return { low: kept[0] as number, high: kept.at(-1) as number };
}

describe('the interval of a share', () => {
  test('[B2480] it is the one that trial and error finds, for every number of answers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(300), (of, some) => {
        const count = Math.min(some, of);
        const found = tryEvery(count, of);
        const { low, high } = computeShareInterval({ count, of })!;
        expect(Math.abs(low - found.low)).toBeLessThan(2e-4);
        expect(Math.abs(high - found.high)).toBeLessThan(2e-4);
      }),
      { numRuns: 120 },
    );
  });

  test('19 of 30 is 46% to 78%; none of 30 is still up to 11%; without answers there is none', () => {
    const { low, high } = computeShareInterval({ count: 19, of: 30 })!;
    expect([low.toFixed(2), high.toFixed(2)]).toEqual(['0.46', '0.78']);
    expect(computeShareInterval({ count: 0, of: 30 })!.low).toBe(0);
    expect(computeShareInterval({ count: 0, of: 30 })!.high).toBeCloseTo(0.114, 3);
    expect(computeShareInterval({ count: 7, of: 7 })!.high).toBe(1);
    expect(computeShareInterval({ count: 0, of: 0 })).toBeNull();
  });
});

test('tallies add up', () => {
  expect(addTallies([])).toEqual({ count: 0, of: 0 });
  expect(
    addTallies([
      { count: 3, of: 10 },
      { count: 2, of: 20 },
    ]),
  ).toEqual({ count: 5, of: 30 });
});
