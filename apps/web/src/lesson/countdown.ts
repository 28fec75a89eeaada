import { LIVE_LIMITS } from '@classwright/rules/limits';

/**
 * Returns the seconds of a reminder when the step from `before` to `now` crosses one, to be announced politely; else
 * null.
 */
export function reminderAt(before: number | null, now: number): number | null {
  if (before === null || now >= before) return null;
  const crossed = LIVE_LIMITS.announceAtSeconds.filter((seconds) => before > seconds && now <= seconds && now > 0);
  return crossed.length > 0 ? Math.min(...crossed) : null;
}

/** Returns the share of the form's time that is left, 0 to 1. An adjusted time counts as the whole. */
export function shareLeft(openedAtMs: number, deadlineAtMs: number, nowMs: number): number {
  const whole = deadlineAtMs - openedAtMs;
  return whole > 0 ? Math.min(1, Math.max(0, (deadlineAtMs - nowMs) / whole)) : 0;
}

/** Ticks come this long after the seconds change. A timer that fires a little early would see the old ones. */
const AFTER_MS = 15;

/** Returns the time until the next tick, so that each displayed second gets exactly one tick. */
export function msToNextTick(deadlineAtMs: number, nowMs: number): number {
  const rest = (deadlineAtMs - nowMs + AFTER_MS) % 1_000;
  return rest <= AFTER_MS ? rest + 1_000 : rest;
}
