import { describe, expect, test } from 'vitest';
import { MINUTE_MS, START_MS } from '../testing/sessions.ts';
import {
  checkMinutes,
  computeAdjustedDeadline,
  computeElapsed,
  computeOwnDeadline,
  computeRemaining,
  computeRemainingSeconds,
  formatRemaining,
  isAnswerAccepted,
  isDraftAccepted,
  isPhaseDue,
  isTimeUp,
  stepTime,
} from './time.ts';

const open = (deadlineAtMs: number) => ({ deadlineAtMs, closedAtMs: null });

describe('minutes', () => {
  test.each([
    [0, 'increase'],
    [-1, 'increase'],
    [-0.5, 'increase'],
    [Number.NaN, 'increase'],
    [undefined, 'increase'],
    [null, 'increase'],
    ['10', 'increase'],
    [0.5, 'whole'],
    [10.5, 'whole'],
    [180.5, 'most'],
    [181, 'most'],
    [525_600, 'most'],
    [Number.POSITIVE_INFINITY, 'most'],
  ])('[LIVE-7] [LIVE-8] %s is no time: %s', (minutes, problem) => {
    expect(checkMinutes(minutes)).toBe(problem);
  });
  test.each([1, 2, 10, 179, 180])('[LIVE-8] %i minutes are a time', (minutes) => {
    expect(checkMinutes(minutes)).toBeNull();
  });
  test.each([
    [10, 'plus', 11],
    [10, 'minus', 9],
    [1, 'minus', 1],
    [2, 'minus', 1],
    [180, 'plus', 180],
    [179, 'plus', 180],
    [0, 'minus', 1],
    [500, 'minus', 180],
  ] as const)('[LIVE-9] from %i minutes, %s gives %i', (minutes, step, expected) => {
    expect(stepTime(minutes, step)).toBe(expected);
  });
});

describe('answers in time', () => {
  const deadline = START_MS + 10 * MINUTE_MS;
  test.each([
    [deadline - 1, true],
    [deadline, true],
    [deadline + 1, true],
    [deadline + 3_000, true],
    [deadline + 3_001, false],
    [deadline + 3_600_000, false],
  ])('[LIVE-10] at %i an answer and a draft are accepted: %s', (nowMs, accepted) => {
    expect(isAnswerAccepted(open(deadline), nowMs)).toBe(accepted);
    expect(isDraftAccepted(open(deadline), nowMs)).toBe(accepted);
  });
  test('[LIVE-10] nothing is accepted once the phase has closed, however much time was left', () => {
    expect(isAnswerAccepted({ deadlineAtMs: deadline, closedAtMs: START_MS }, START_MS)).toBe(false);
  });
  test.each([
    [deadline, false],
    [deadline + 2_999, false],
    [deadline + 3_000, true],
    [deadline + 86_400_000, true],
  ])('[LIVE-11] at %i the server closes the phase: %s', (nowMs, due) => {
    expect(isPhaseDue(open(deadline), nowMs)).toBe(due);
    expect(isPhaseDue({ deadlineAtMs: deadline, closedAtMs: deadline }, nowMs)).toBe(false);
  });
  test('[LIVE-28] time is up from the deadline on, not earlier', () => {
    expect(isTimeUp(open(deadline), deadline - 1)).toBe(false);
    expect(isTimeUp(open(deadline), deadline)).toBe(true);
  });
});

describe('deadlines', () => {
  const now = START_MS;
  test.each([
    ['increase', 5, now + 2 * MINUTE_MS, now + 7 * MINUTE_MS],
    ['increase', 1, now, now + MINUTE_MS],
    ['increase', 1, now - 2_000, now + MINUTE_MS], // in the grace: what remains is 0
    ['decrease', 1, now + 5 * MINUTE_MS, now + 4 * MINUTE_MS],
    ['decrease', 5, now + 5 * MINUTE_MS, now],
    ['decrease', 6, now + 5 * MINUTE_MS, now],
    ['decrease', 180, now + 1_000, now],
    ['decrease', 1, now - 2_000, now - 2_000], // in the grace period, which does not start again
  ] as const)('[LIVE-12] %s by %i minutes moves the deadline %i to %i', (type, minutes, deadlineAtMs, expected) => {
    expect(computeAdjustedDeadline({ deadlineAtMs }, type, minutes, now)).toBe(expected);
  });
  const phase = { openedAtMs: now, deadlineAtMs: now + 10 * MINUTE_MS };
  test.each([
    [0, 10 * MINUTE_MS],
    [25, 12.5 * MINUTE_MS],
    [50, 15 * MINUTE_MS],
    [100, 20 * MINUTE_MS],
    [1_000, 110 * MINUTE_MS],
  ])('[LIVE-14] with %i %% extra time, ten minutes are %i ms', (percent, expected) => {
    expect(computeOwnDeadline(phase, percent) - now).toBe(expected);
  });
  test.each([
    ['increase', 5, 22.5],
    ['decrease', 4, 9],
    ['decrease', 180, 3], // the class's time ends now, after 2 minutes
  ] as const)('[LIVE-14] %s by %i minutes after two moves an own deadline of 50%% to %f minutes', (type, minutes, expected) => {
    const deadlineAtMs = computeAdjustedDeadline(phase, type, minutes, now + 2 * MINUTE_MS);
    expect(computeOwnDeadline({ ...phase, deadlineAtMs }, 50) - now).toBe(expected * MINUTE_MS);
  });
  test('[LIVE-14] an own deadline is a whole millisecond, and never before the class’s', () => {
    expect(computeOwnDeadline({ openedAtMs: 0, deadlineAtMs: 10_001 }, 33)).toBe(13_302);
    expect(computeOwnDeadline({ openedAtMs: 5, deadlineAtMs: 0 }, 50)).toBe(0);
  });
});

describe('time on screens and wire', () => {
  test.each([
    [600_000, { hour: 0, minute: 10, second: 0 }, '10:00'],
    [599_001, { hour: 0, minute: 10, second: 0 }, '10:00'],
    [599_000, { hour: 0, minute: 9, second: 59 }, '09:59'],
    [1, { hour: 0, minute: 0, second: 1 }, '00:01'],
    [0, { hour: 0, minute: 0, second: 0 }, '00:00'],
    [-5_000, { hour: 0, minute: 0, second: 0 }, '00:00'],
    [10_800_000, { hour: 3, minute: 0, second: 0 }, '180:00'],
    [5_461_000, { hour: 1, minute: 31, second: 1 }, '91:01'],
  ])('[LIVE-15] with %i ms left', (leftMs, parts, shown) => {
    expect(computeRemaining(START_MS + leftMs, START_MS)).toEqual(parts);
    expect(formatRemaining(computeRemainingSeconds(START_MS + leftMs, START_MS))).toBe(shown);
  });
  test('[LIVE-15] elapsed time counts full seconds from the opening', () => {
    expect(computeElapsed(START_MS, START_MS + 3_723_999)).toEqual({ hour: 1, minute: 2, second: 3 });
    expect(computeElapsed(START_MS, START_MS - 1)).toEqual({ hour: 0, minute: 0, second: 0 });
  });
});
