import { describe, expect, test } from 'vitest';
import { chooseShare } from './share.mjs';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The first parts, which take 25 minutes together on a quiet machine, on one that is so many times as slow. */
const firstParts = (slowness: number) => [
  { name: 'check', seconds: 60 * slowness },
  { name: 'unit', seconds: 330 * slowness },
  { name: 'pg', seconds: 1110 * slowness },
];
const shareOf = (name: string, slowness: number, minutes = 25 * slowness, day = 0) =>
  chooseShare(name, { limitMinutes: 80, beganMs: day * DAY, nowMs: day * DAY + minutes * MINUTE, done: firstParts(slowness) });

describe('the share of a part that .ci/run runs', () => {
  test.each([
    [0.5, 1],
    [1, 1],
    [1.2, 2],
    [1.9, 4],
    [2.5, 9],
    [4, 10],
  ])('on a machine %f times as slow as a quiet one, one of %i of the journeys', (slowness, of) => {
    expect(shareOf('e2e', slowness).of).toBe(of);
  });

  test('the checks and the units always run whole', () => {
    expect(['check', 'unit'].map((name) => shareOf(name, 4).of)).toEqual([1, 1]);
  });

  test.each([
    [1, 1],
    [1.6, 1],
    [1.9, 2],
    [4, 3],
  ])('on a machine %f times as slow as a quiet one, one of %i of the tests with a database, which have a time limit of their own', (slowness, of) => {
    const run = { limitMinutes: 80, beganMs: 0, nowMs: 6.5 * slowness * MINUTE };
    expect(chooseShare('pg', { ...run, done: firstParts(slowness).slice(0, 2) }).of).toBe(of);
  });

  test('a part that ran a share does not make the machine look fast', () => {
    const done = [...firstParts(2), { name: 'e2e', seconds: 560, of: 3 }];
    const alike = [...firstParts(2), { name: 'e2e', seconds: 3 * 560 }];
    const run = { limitMinutes: 80, beganMs: 0, nowMs: 54 * MINUTE };
    expect(chooseShare('proof', { ...run, done })).toEqual(chooseShare('proof', { ...run, done: alike }));
  });

  test('shares take turns by day, so that all files run within as many days', () => {
    expect([0, 1, 2, 3].map((day) => shareOf('e2e', 1.2, 30, day).at)).toEqual([1, 2, 1, 2]);
  });
});
