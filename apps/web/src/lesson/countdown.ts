import { LIVE_LIMITS } from '@classwright/rules/limits';

/** Seconds at which the countdown is spoken, politely, when a step from `before` to `now` crosses one; else null. */
export function reminderAt(before: number | null, now: number): number | null {
  if (before === null || now >= before) return null;
  const crossed = LIVE_LIMITS.announceAtSeconds.filter((seconds) => before > seconds && now <= seconds && now > 0);
  return crossed.length > 0 ? Math.min(...crossed) : null;
}

/** Share of the form's time that is left, 0 to 1; an adjusted time counts as the whole. */
export function shareLeft(openedAtMs: number, deadlineAtMs: number, nowMs: number): number {
  const whole = deadlineAtMs - openedAtMs;
  return whole > 0 ? Math.min(1, Math.max(0, (deadlineAtMs - nowMs) / whole)) : 0;
}

/** Ticks fall this long after the seconds change: a timer that fires a little early would see the old ones. */
const AFTER_MS = 15;

/** How long until the next tick, so that ticks fall on the seconds that are shown: once a second, never twice. */
export function msToNextTick(deadlineAtMs: number, nowMs: number): number {
  const rest = (deadlineAtMs - nowMs + AFTER_MS) % 1_000;
  return rest <= AFTER_MS ? rest + 1_000 : rest;
}
