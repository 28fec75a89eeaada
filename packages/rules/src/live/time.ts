import { LIVE_LIMITS } from '../limits.ts';
import type { PhaseState } from './session.ts';

const MINUTE_MS = 60_000;

type Deadline = Pick<PhaseState, 'deadlineAtMs'>;
type OpenDeadline = Pick<PhaseState, 'deadlineAtMs' | 'closedAtMs'>;

/** The problem with a number of minutes: not above 0, not whole, more than 180. Catalogue: `live.time.<problem>`. */
export type MinutesProblem = 'increase' | 'whole' | 'most';

/** Checks the minutes of a phase or an adjustment: 1 to 180, whole. Returns null when valid (LIVE-7, LIVE-8). */
export function checkMinutes(minutes: unknown): MinutesProblem | null {
  if (typeof minutes !== 'number' || !(minutes > 0)) return 'increase';
  if (minutes > LIVE_LIMITS.maxMinutes) return 'most';
  return Number.isInteger(minutes) ? null : 'whole';
}

/** Applies the teacher's `+` and `−`: a minute more or less, never below 1 or above 180 (LIVE-9). */
export function stepTime(minutes: number, step: 'plus' | 'minus'): number {
  const next = Math.trunc(minutes) + (step === 'plus' ? 1 : -1);
  return Math.min(LIVE_LIMITS.maxMinutes, Math.max(LIVE_LIMITS.minMinutes, next));
}

/** Returns the deadline of a phase opened at this instant for this many minutes. */
export function computeDeadline(openedAtMs: number, minutes: number): number {
  return openedAtMs + minutes * MINUTE_MS;
}

/**
 * Returns the deadline after Adjust Time. Increase adds to the remaining time; decrease subtracts from it, at most down
 * to 0: the deadline is then now, with its grace. During the grace a decrease changes nothing (LIVE-12).
 */
export function computeAdjustedDeadline(phase: Deadline, type: 'increase' | 'decrease', minutes: number, nowMs: number): number {
  if (type === 'increase') return computeDeadline(Math.max(phase.deadlineAtMs, nowMs), minutes);
  return Math.min(phase.deadlineAtMs, Math.max(nowMs, computeDeadline(phase.deadlineAtMs, -minutes)));
}

/**
 * Returns the deadline of a student with extra time, in percent of the class's time from the opening to its deadline,
 * including changes by Adjust Time (LIVE-14). Never before the class's.
 */
export function computeOwnDeadline(phase: Pick<PhaseState, 'openedAtMs' | 'deadlineAtMs'>, extraPercent: number): number {
  return phase.deadlineAtMs + Math.ceil((Math.max(0, phase.deadlineAtMs - phase.openedAtMs) * extraPercent) / 100);
}

/**
 * Returns true when an answer that reaches the server now is accepted: the student's phase is open, and it is not later
 * than its deadline plus grace (LIVE-10).
 */
export function isAnswerAccepted(phase: OpenDeadline, nowMs: number): boolean {
  return phase.closedAtMs === null && nowMs <= computeClosing(phase);
}

/**
 * Returns true when a draft that reaches the server now is kept to be filed: the same rule as for an answer (LIVE-10).
 */
export function isDraftAccepted(phase: OpenDeadline, nowMs: number): boolean {
  return isAnswerAccepted(phase, nowMs);
}

/** Returns true when the student's time is up, so that an answer may be filed without a choice (LIVE-28). */
export function isTimeUp(phase: Deadline, nowMs: number): boolean {
  return nowMs >= phase.deadlineAtMs;
}

/** Returns true when the server has to close the phase now: deadline and grace have passed (LIVE-11). */
export function isPhaseDue(phase: OpenDeadline, nowMs: number): boolean {
  return phase.closedAtMs === null && nowMs >= computeClosing(phase);
}

/** Returns the instant at which an open phase closes automatically. */
function computeClosing(phase: Deadline): number {
  return phase.deadlineAtMs + LIVE_LIMITS.graceMs;
}

/** Time in the wire format. */
export interface TimeParts {
  hour: number;
  minute: number;
  second: number;
}

/** Returns the whole seconds until the deadline, rounded up: 0 from the deadline on, never before it. */
export function computeRemainingSeconds(deadlineAtMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((deadlineAtMs - nowMs) / 1_000));
}

/** Returns the remaining time as {hour, minute, second} (LIVE-15). */
export function computeRemaining(deadlineAtMs: number, nowMs: number): TimeParts {
  return toTimeParts(computeRemainingSeconds(deadlineAtMs, nowMs));
}

/** Returns the time since the phase opened as {hour, minute, second}, in full seconds; 0 for an instant before it. */
export function computeElapsed(openedAtMs: number, nowMs: number): TimeParts {
  return toTimeParts(Math.max(0, Math.floor((nowMs - openedAtMs) / 1_000)));
}

/** Formats seconds as mm:ss; from 100 minutes on the minutes have three digits (LIVE-15). */
export function formatRemaining(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${pad(Math.floor(whole / 60))}:${pad(whole % 60)}`;
}

function toTimeParts(seconds: number): TimeParts {
  return { hour: Math.floor(seconds / 3_600), minute: Math.floor((seconds % 3_600) / 60), second: seconds % 60 };
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
