import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeClassLevel,
  computeExpectedShare,
  computeMean,
  computeUsualShare,
  isWorthAsking,
  LEVEL_PRIOR_ANSWERS,
  PRIOR_ANSWERS,
  rankNextQuestions,
} from './next-question.ts';

describe('[B2481] the share right alone that a class is expected to have', () => {
  test('few answers say little: 3 of 3 right is not 100%, and 300 of 300 nearly is', () => {
    expect(computeUsualShare({ right: 3, answered: 3 }, 0.5)).toBeCloseTo(13 / 23, 12);
    expect(computeUsualShare({ right: 300, answered: 300 }, 0.5)).toBeCloseTo(310 / 320, 12);
    expect(computeUsualShare({ right: 0, answered: 0 }, 0.6)).toBe(0.6);
  });

  test('it is the mean of a beta distribution with the prior’s answers, as stepping through it finds', () => {
    const [right, answered, mean] = [7, 12, 0.55];
    let weight = 0;
    let sum = 0;
    for (let step = 1; step < 20_000; step += 1) {
      const p = step / 20_000;
      const density = p ** (right + PRIOR_ANSWERS * mean - 1) * (1 - p) ** (answered - right + PRIOR_ANSWERS * (1 - mean) - 1);
      weight += density;
      sum += density * p;
    }
    expect(computeUsualShare({ right, answered }, mean)).toBeCloseTo(sum / weight, 4);
  });

  test('a class that has fewer right than others is expected to have fewer right again', () => {
    // 60 answers, of which 24 were right where others have 60%: 12 fewer
    const level = computeClassLevel([{ right: 24, answered: 60, expected: 0.6 }]);
    expect(level).toBeCloseTo(-12 / (60 + LEVEL_PRIOR_ANSWERS), 12);
    expect(computeExpectedShare(0.6, level)).toBeCloseTo(0.5, 12);
    expect(computeClassLevel([])).toBe(0);
  });

  test('it is always a share, between the question’s own and the mean before the class counts', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true }), (a, b, mean, level) => {
        const history = { right: Math.min(a, b), answered: Math.max(a, b) };
        const usual = computeUsualShare(history, mean);
        const own = history.answered > 0 ? history.right / history.answered : mean;
        expect(usual).toBeGreaterThanOrEqual(Math.min(own, mean) - 1e-9);
        expect(usual).toBeLessThanOrEqual(Math.max(own, mean) + 1e-9);
        const expected = computeExpectedShare(usual, level);
        expect(expected >= 0 && expected <= 1).toBe(true);
      }),
    );
  });

  test('the mean of an empty bank is half', () => {
    expect(computeMean({ right: 0, answered: 0 })).toBe(0.5);
    expect(computeMean({ right: 3, answered: 4 })).toBe(0.75);
  });
});

describe('[B2482] the order of what is proposed', () => {
  const at = (question_id: number, expected: number, held = 0, answered = 0) => ({ question_id, expected, held, answered });

  test('only what 35% to 70% would have right is proposed', () => {
    expect([0.349, 0.35, 0.7, 0.701].map((expected) => isWorthAsking({ expected }))).toEqual([false, true, true, false]);
  });

  test('what more students hold comes first, then what is nearest to half, then what is better known', () => {
    const sorted = rankNextQuestions([at(1, 0.5), at(2, 0.6, 9), at(3, 0.45, 9), at(4, 0.9, 30), at(5, 0.5, 0, 40), at(6, 0.5)]);
    expect(sorted.map(({ question_id }) => question_id)).toEqual([3, 2, 5, 1, 6]);
  });
});
