import { describe, expect, test } from 'vitest';
import { computeBranches, computeTransferByMove, type Way } from './branches.ts';
import { bandOf, computeGain, computeGainInterval, type MoveCounts } from './gain.ts';

/** Returns the percent of a group, rounded to a whole one as papers print it. */
const percent = (part: number, whole: number): number => Math.round((100 * part) / whole);

/**
 * Smith et al., Science 323:122 (2009), doi 10.1126/science.1165919: sixteen pairs of questions with the same idea, 350
 * students. Printed: right alone (Q1) 52%, after the discussion (Q1ad) 68%, in the other question (Q2) 73%. Of those
 * right alone 92% were right after the discussion, and 90% of these in the other; of those wrong alone 42%, and 77%
 * of these; of those wrong twice 44%. The results in the other question of those who changed from right to wrong are
 * not printed; they follow from the 73%.
 */
describe('what Smith et al. printed', () => {
  const ALL = 100_000;
  const [rightAlone, wrongAlone] = [0.52 * ALL, 0.48 * ALL];
  const moves = {
    kept_right: Math.round(0.92 * rightAlone),
    right_to_wrong: Math.round(0.08 * rightAlone),
    wrong_to_right: Math.round(0.42 * wrongAlone),
    kept_wrong: Math.round(0.58 * wrongAlone),
  } satisfies MoveCounts;
  const transferred = { kept_right: 0.9, right_to_wrong: 0.53, wrong_to_right: 0.77, kept_wrong: 0.44 };
  const sides = { kept_right: [true, true], right_to_wrong: [true, false], wrong_to_right: [false, true], kept_wrong: [false, false] } as const;

  let next = 0;
  const ways = (Object.keys(moves) as (keyof MoveCounts)[]).flatMap((move) =>
    Array.from({ length: moves[move] }, (_, index): Way => {
      const [first, second] = sides[move];
      return { account_id: (next += 1), first, second, transfer: index < Math.round(transferred[move] * moves[move]) };
    }),
  );
  const { branches, incomplete } = computeBranches(ways);
  const countOf = (fits: (branch: (typeof branches)[number]) => boolean): number =>
    branches.filter(fits).reduce((sum, { account_ids }) => sum + account_ids.length, 0);

  test('the eight branches add up to the shares of each question: 52, 68, 73', () => {
    expect(incomplete).toEqual([]);
    expect(
      percent(
        countOf(({ first }) => first),
        ALL,
      ),
    ).toBe(52);
    expect(
      percent(
        countOf(({ second }) => second),
        ALL,
      ),
    ).toBe(68);
    expect(
      percent(
        countOf(({ transfer }) => transfer),
        ALL,
      ),
    ).toBe(73);
  });

  test('the other question by what happened before it: 90, 77 and 44', () => {
    const byMove = Object.fromEntries(computeTransferByMove(branches).map(({ move, answered, right }) => [move, percent(right, answered)]));
    expect(byMove).toMatchObject({ kept_right: 90, wrong_to_right: 77, kept_wrong: 44 });
    expect(percent(moves.kept_right, rightAlone)).toBe(92);
    expect(percent(moves.wrong_to_right, wrongAlone)).toBe(42);
  });

  test('the discussion gained a third of what it could: medium, and in a class of 350 known to a few hundredths', () => {
    expect(computeGain(moves)).toBeCloseTo((68 - 52) / (100 - 52), 2);
    expect(bandOf(computeGain(moves) as number)).toBe('medium');
    const share = (count: number): number => Math.round((count * 350) / ALL);
    const interval = computeGainInterval({
      kept_right: share(moves.kept_right),
      wrong_to_right: share(moves.wrong_to_right),
      right_to_wrong: share(moves.right_to_wrong),
      kept_wrong: share(moves.kept_wrong),
    });
    expect(interval?.low).toBeGreaterThan(0.2);
    expect(interval?.high).toBeLessThan(0.45);
  });
});

/**
 * Returns the moves of this many students with these shares before and after, none from right to wrong: a gain depends
 * only on the shares.
 */
function classOf(students: number, beforePercent: number, afterPercent: number): MoveCounts {
  const [before, after] = [beforePercent, afterPercent].map((share) => (share * students) / 100) as [number, number];
  return { kept_right: before, wrong_to_right: after - before, right_to_wrong: 0, kept_wrong: students - after };
}

/**
 * Hake, Am. J. Phys. 66:64 (1998), doi 10.1119/1.18809: 62 courses. Printed for groups: the number of courses, the mean
 * of their gains and its standard deviation. Single courses with before and after: Crouch and Mazur, Am. J. Phys.
 * 69:970 (2001), doi 10.1119/1.1374249, table I, which use his method.
 */
describe('what Hake and those who followed him printed', () => {
  test.each([
    // year, teaching method, students, before, after, printed gain
    ['1990 traditional', 121, 70, 78, 0.25, 'low'],
    ['1991 peer instruction', 177, 71, 85, 0.49, 'medium'],
    ['1993 peer instruction', 158, 70, 86, 0.55, 'medium'],
    ['1994 peer instruction', 216, 70, 88, 0.59, 'medium'],
    ['1995 peer instruction', 181, 67, 88, 0.64, 'medium'],
    ['1996 peer instruction', 153, 67, 89, 0.68, 'medium'],
    ['1997 peer instruction', 117, 67, 92, 0.74, 'high'],
    ['1998 algebra, peer instruction', 246, 50, 83, 0.65, 'medium'],
    ['1999 algebra, traditional', 129, 48, 69, 0.4, 'medium'],
    ['2000 algebra, peer instruction', 126, 47, 80, 0.63, 'medium'],
  ] as const)('%s: %i students from %i %% to %i %% gained %d, %s', (_course, students, before, after, printed, band) => {
    const gain = computeGain(classOf(students, before, after)) as number;
    // the shares are printed in whole percents: the gain may differ by as much as half a percent at either end
    const [least, most] = [classOf(students, before + 0.5, after - 0.5), classOf(students, before - 0.5, after + 0.5)].map(computeGain) as [number, number];
    expect(printed + 0.005).toBeGreaterThanOrEqual(least);
    expect(printed - 0.005).toBeLessThanOrEqual(most);
    expect([bandOf(gain), bandOf(printed)]).toEqual([band, band]);
    const interval = computeGainInterval(classOf(students, before, after));
    expect(interval!.low).toBeLessThan(gain);
    expect(interval!.high).toBeGreaterThan(gain);
  });

  test('his bands hold his groups: courses taught traditionally in the low one, interactive ones in the medium one', () => {
    const [traditional, interactive] = [
      { mean: 0.23, deviation: 0.04 },
      { mean: 0.48, deviation: 0.14 },
    ];
    expect([traditional.mean - traditional.deviation, traditional.mean, traditional.mean + traditional.deviation].map(bandOf)).toEqual(['low', 'low', 'low']);
    expect([interactive.mean - interactive.deviation, interactive.mean, interactive.mean + interactive.deviation].map(bandOf)).toEqual([
      'medium',
      'medium',
      'medium',
    ]);
  });
});
