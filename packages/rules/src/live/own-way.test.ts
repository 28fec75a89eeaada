import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeOwnWay, countOthersOfWay, MIN_OTHERS_COUNTED, OWN_WAYS, type OwnWay, type WayAnswer } from './own-way.ts';

const chose = (chosen: number): WayAnswer => ({ chosen, isRight: chosen === 1, isLate: false });
const nothing: WayAnswer = { chosen: null, isRight: false, isLate: false };
const late: WayAnswer = { chosen: null, isRight: false, isLate: true };

describe('[B2230] [LIVE-117] a student’s way through the first question', () => {
  const cases: [WayAnswer | null, WayAnswer | null, OwnWay | null][] = [
    [chose(1), chose(1), 'kept-right'],
    [chose(2), chose(1), 'changed-to-right'],
    [chose(1), chose(2), 'changed-from-right'],
    [chose(2), chose(2), 'kept-wrong'],
    [chose(2), chose(3), 'changed-but-wrong'],
    [chose(1), null, 'once-right'],
    [chose(2), null, 'once-wrong'],
    [nothing, null, 'no-first'],
    [late, null, 'late-first'],
    [nothing, chose(1), 'no-first'],
    [late, chose(1), 'late-first'],
    [chose(1), nothing, 'no-second'],
    [chose(1), late, 'late-second'],
    [nothing, nothing, 'neither'],
    [late, nothing, 'late-first'],
    [nothing, late, 'late-second'],
    [late, late, 'late-second'],
    [null, null, null],
  ];
  test.each(cases)('%j, then %j is %s', (first, second, way) => {
    expect(computeOwnWay(first, second)).toBe(way);
  });

  test('each way occurs in these cases', () => {
    expect(new Set(cases.flatMap(([, , way]) => way ?? []))).toEqual(new Set(OWN_WAYS));
  });
});

test('[LIVE-117] others are counted without the student, and only from three on', () => {
  const ways = fc.array(fc.constantFrom(...OWN_WAYS, null), { maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...OWN_WAYS), ways, (own, others) => {
      const count = countOthersOfWay(own, [own, ...others]);
      const same = others.filter((way) => way === own).length;
      expect(count === null || (count === same && count >= MIN_OTHERS_COUNTED)).toBe(true);
    }),
  );
  const four = Array.from({ length: 4 }, () => 'kept-wrong' as const);
  expect([countOthersOfWay('kept-wrong', four), countOthersOfWay('kept-wrong', four.slice(1)), countOthersOfWay('neither', four)]).toEqual([3, null, null]);
  expect(countOthersOfWay(null, [null, null, null, null])).toBeNull();
});
