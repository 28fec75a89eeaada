import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMassRemoval } from './mass-removal.ts';

describe('[B1010] a run that would end many memberships asks', () => {
  test.each([
    [0, 0, false],
    [1, 1, false],
    [5, 5, false],
    [6, 6, true],
    [6, 59, true],
    [6, 60, false],
    [6, 61, false],
    [30, 30, true],
    [100, 1000, false],
    [101, 1000, true],
  ])('%i of %i: %s', (ending, current, asks) => expect(isMassRemoval({ ending, current })).toBe(asks));

  const removal = fc
    .integer({ min: 0, max: 300_000 })
    .chain((current) => fc.record({ current: fc.constant(current), ending: fc.integer({ min: 0, max: current }) }));

  test('one more that ends never takes the question away, and one more who stays never brings it', () => {
    fc.assert(
      fc.property(removal, ({ ending, current }) => {
        const asks = isMassRemoval({ ending, current });
        const changed = asks ? { ending: ending + 1, current: Math.max(current, ending + 1) } : { ending, current: current + 1 };
        expect(isMassRemoval(changed)).toBe(asks);
      }),
    );
  });

  test('five and fewer never ask, and whoever ends everybody of a class of six and more is asked', () => {
    fc.assert(
      fc.property(removal, ({ ending, current }) => {
        expect(isMassRemoval({ ending: Math.min(ending, 5), current })).toBe(false);
        expect(isMassRemoval({ ending: current, current })).toBe(current >= 6);
      }),
    );
  });
});
