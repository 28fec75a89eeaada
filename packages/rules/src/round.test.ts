import { describe, expect, test } from 'vitest';
import { computePercent } from './live/figures.ts';
import { computeGain } from './results/gain.ts';
import { formatFixed, roundHalfAway } from './round.ts';

describe('rounding half away from zero', () => {
  test.each([
    [0.375, 2, 0.38],
    [-0.375, 2, -0.38],
    [0.005, 2, 0.01],
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [0.285, 2, 0.29],
    [2.5, 0, 3],
    [-2.5, 0, -3],
    [0.0049, 2, 0],
    [-0.0049, 2, 0],
    [-9, 2, -9],
  ])('%s to %s decimals is %s', (value, decimals, rounded) => {
    expect(roundHalfAway(value, decimals)).toBe(rounded);
  });

  test('[B240] every share, difference and gain of a class of up to 40 is rounded as its exact fraction is', () => {
    /** Rounds numerator / denominator half away from zero, with whole numbers only. */
    const exactly = (numerator: number, denominator: number, scale: number) => {
      const [n, d] = [Math.abs(numerator) * scale, Math.abs(denominator)];
      const rounded = Math.floor((2 * n + d) / (2 * d)) / scale;
      return Math.sign(numerator) * Math.sign(denominator) < 0 && rounded !== 0 ? -rounded : rounded;
    };
    const wrong: unknown[] = [];
    const compare = (rounded: number, exact: number, of: string) => void (rounded === exact || wrong.push([of, rounded, exact]));
    for (let of = 1; of <= 40; of += 1)
      for (let before = 0; before <= of; before += 1) {
        compare(computePercent(before / of), exactly(100 * before, of, 1), `${before} of ${of} in percent`);
        for (let after = 0; after <= of; after += 1) {
          compare(roundHalfAway(after / of - before / of, 2), exactly(after - before, of, 100), `${after} - ${before} of ${of}`);
          const lost = Math.max(0, before - after);
          const gain = computeGain({ wrong_to_right: after - before + lost, right_to_wrong: lost, kept_wrong: of - after - lost });
          if (gain !== null) compare(roundHalfAway(gain, 2), exactly(after - before, of - before, 100), `gain from ${before} to ${after} of ${of}`);
        }
      }
    expect(wrong).toEqual([]);
  });

  test('a figure in words has its decimals and a minus sign, never a minus nothing', () => {
    expect([formatFixed(0.375, 2), formatFixed(-0.5, 2), formatFixed(-0.001, 2), formatFixed(1, 2)]).toEqual(['0.38', '−0.50', '0.00', '1.00']);
  });
});
