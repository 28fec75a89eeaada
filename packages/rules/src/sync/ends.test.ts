import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEmptied, isMassRemoval, needsConsent } from './ends.ts';

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

describe('[B1591] ends that need consent', () => {
  test('a class of any size that would lose everybody asks; one person of several does not', () => {
    for (const current of [1, 4, 30]) expect(isEmptied({ ending: current, current })).toBe(true);
    expect(isEmptied({ ending: 1, current: 2 })).toBe(false);
    expect(isEmptied({ ending: 0, current: 0 })).toBe(false);
  });

  test('the only topic of a class may end; all of several ask; works are counted by their share alone', () => {
    expect(isEmptied({ ending: 1, current: 1 }, 'topic')).toBe(false);
    expect(isEmptied({ ending: 2, current: 2 }, 'topic')).toBe(true);
    expect(isEmptied({ ending: 3, current: 3 }, 'work')).toBe(false);
    expect(isMassRemoval({ ending: 3, current: 14 }, 'topic')).toBe(true);
    expect(isMassRemoval({ ending: 2, current: 14 }, 'topic')).toBe(false);
  });

  test('what no class asks about is asked about by the sum of the run; what was consented to is not asked again, and more is', () => {
    const ends = { kind: 'member', ending: 3, lists: [{ ending: 3, current: 6 }] } as const;
    expect(needsConsent({ ...ends, scopes: [{ ending: 3, current: 6 }] }, 0)).toBe(false);
    const summed = {
      ...ends,
      scopes: [
        { ending: 3, current: 6 },
        { ending: 6, current: 36 },
      ],
    };
    expect(needsConsent(summed, 0)).toBe(true);
    expect(needsConsent(summed, 3)).toBe(false);
    expect(needsConsent(summed, 2)).toBe(true);
  });
});
