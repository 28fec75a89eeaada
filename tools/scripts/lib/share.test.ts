import { describe, expect, test } from 'vitest';
import { chooseShare } from './share.mjs';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Returns the share of a run whose `npm test` took so many minutes, of the 75 that all may take. */
const shareAfter = (testMinutes: number, day = 0) =>
  chooseShare({ limitMinutes: 75, beganMs: day * DAY, nowMs: day * DAY + testMinutes * MINUTE, testSeconds: testMinutes * 60 });

describe('the share of the proof that .ci/run runs', () => {
  test.each([
    [20, 1],
    [35, 1],
    [45, 1],
    [58, 2],
    [66, 5],
    [70, 8],
    [90, 10],
  ])('after %i minutes of npm test it is one of %i', (minutes, of) => {
    expect(shareAfter(minutes).of).toBe(of);
  });

  test('shares take turns by day, so that all files run within as many days', () => {
    expect([0, 1, 2, 3].map((day) => shareAfter(58, day))).toEqual([
      { at: 1, of: 2 },
      { at: 2, of: 2 },
      { at: 1, of: 2 },
      { at: 2, of: 2 },
    ]);
  });
});
