import { describe, expect, test } from 'vitest';
import { chooseShare } from './share.mjs';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The first parts, which take 22 minutes together on a quiet machine, on one that is so many times as slow. */
const firstParts = (slowness: number) => [
  { name: 'check', seconds: 60 * slowness },
  { name: 'unit', seconds: 330 * slowness },
  { name: 'pg', seconds: 930 * slowness },
];
const shareOf = (name: string, slowness: number, minutes = 22 * slowness, day = 0) =>
  chooseShare(name, { limitMinutes: 80, beganMs: day * DAY, nowMs: day * DAY + minutes * MINUTE, done: firstParts(slowness) });

describe('the share of a part that .ci/run runs', () => {
  test.each([
    [0.5, 1],
    [1, 1],
    [1.2, 1],
    [1.9, 3],
    [2.5, 5],
    [4, 10],
  ])('on a machine %f times as slow as a quiet one, one of %i of the journeys', (slowness, of) => {
    expect(shareOf('e2e', slowness).of).toBe(of);
  });

  test('the checks, the units and the database always run whole', () => {
    expect(['check', 'unit', 'pg'].map((name) => shareOf(name, 4).of)).toEqual([1, 1, 1]);
  });

  test('a part that ran a share does not make the machine look fast', () => {
    const done = [...firstParts(2), { name: 'e2e', seconds: 560, of: 3 }];
    const alike = [...firstParts(2), { name: 'e2e', seconds: 3 * 560 }];
    const run = { limitMinutes: 80, beganMs: 0, nowMs: 54 * MINUTE };
    expect(chooseShare('proof', { ...run, done })).toEqual(chooseShare('proof', { ...run, done: alike }));
  });

  test('shares take turns by day, so that all files run within as many days', () => {
    expect([0, 1, 2, 3].map((day) => shareOf('e2e', 1.9, 42, day).at)).toEqual([1, 2, 3, 1]);
  });
});
