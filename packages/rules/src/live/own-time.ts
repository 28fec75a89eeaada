import type { Form } from './forms.ts';
import { findPhase, type PhaseState, type SessionState } from './session.ts';
import { computeOwnDeadline } from './time.ts';

/**
 * Returns the phase of a form for one student (LIVE-14): with extra time its deadline is the student's own, and it is
 * open until the student's own time ends. Null while the form has not been opened in this run.
 */
export function findOwnPhase(session: SessionState, form: Form, accountId: number): PhaseState | null {
  const phase = findPhase(session, form);
  const extra = phase !== null && phase === session.phases.at(-1) ? session.extraTimes.find(({ account_id }) => account_id === accountId) : undefined;
  return phase && extra ? toOwnPhase(phase, extra.percent) : phase;
}

/** Returns the session after a student's own time has ended, as it does with the answer. */
export function endOwnTime(session: SessionState, accountId: number): SessionState {
  return { ...session, extraTimes: session.extraTimes.filter(({ account_id }) => account_id !== accountId) };
}

/** Returns the phase for a student with this much extra time, which has not ended. */
export function toOwnPhase<Phase extends Pick<PhaseState, 'openedAtMs' | 'deadlineAtMs' | 'closedAtMs'>>(phase: Phase, percent: number): Phase {
  return { ...phase, deadlineAtMs: computeOwnDeadline(phase, percent), closedAtMs: null };
}
