import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeAxis } from './axis.ts';

describe('an axis', () => {
  test.each([
    [[12, 480], 500, 500, [100, 200, 300, 400, 500]],
    [[0, 0], 300, 300, [100, 200, 300]],
    [[500], 500, 600, [100, 200, 300, 400, 500, 600]],
    [[1234], 500, 1500, [500, 1000, 1500]],
    [[301, 20], 300, 400, [100, 200, 300, 400]],
    [[3], 0, 4, [1, 2, 3, 4]],
    [[], 0, 1, [1]],
  ])('for %j, from %d on, ends at %d', (values, least, end, steps) => {
    expect(computeAxis(values, least)).toEqual({ end, steps });
  });

  test('has at most six round steps, ends above every figure and never below what was asked', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5_000_000 }), { maxLength: 10 }), fc.constantFrom(0, 300, 500), (values, least) => {
        const { end, steps } = computeAxis(values, least);
        expect(steps.length).toBeLessThanOrEqual(6);
        expect(steps.at(-1)).toBe(end);
        expect(end).toBeGreaterThanOrEqual(least);
        for (const value of values) expect(end).toBeGreaterThan(value);
        expect(String(steps[0])).toMatch(/^[125]0*$/);
      }),
    );
  });
});
