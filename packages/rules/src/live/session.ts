import type { Form } from './forms.ts';

/** One opened form. Closed is for good: a phase never opens again. */
export interface PhaseState {
  form: Form;
  /** Whole minutes it was opened with; adjusting the time moves the deadline, not this. */
  minutes: number;
  openedAtMs: number;
  /** The class's deadline. A student's own comes from `computeStudentDeadline`. */
  deadlineAtMs: number;
  /** Null while open, the grace after the deadline included. */
  closedAtMs: number | null;
  distributionRevealed: boolean;
  correctnessRevealed: boolean;
}

/** A student with more time than the class, in percent of the time that the class has. */
export interface ExtraTime {
  account_id: number;
  percent: number;
}

/**
 * A run of an assessment. `phases` are its attempts, in the order of the forms.
 * Invariants: no phases exactly when `not-started`; at most the last phase is open, and only while `running`;
 * `finished` has all three phases.
 */
export interface SessionState {
  state: 'not-started' | 'running' | 'finished' | 'canceled';
  /** Whether students may comment. Off in a new run. */
  canComment: boolean;
  phases: readonly PhaseState[];
  /** Whose own time in the last phase has not ended: it may go on when the phase has closed for the class (LIVE-67). */
  extraTimes: readonly ExtraTime[];
}

export const NOT_STARTED: SessionState = { state: 'not-started', canComment: false, phases: [], extraTimes: [] };

/** The phase whose answers are being taken (its grace included), or null. */
export function findOpenPhase(session: SessionState): PhaseState | null {
  const last = session.phases.at(-1);
  return last && last.closedAtMs === null ? last : null;
}

/** The phase of a form, or null while the form has not been opened in this run. */
export function findPhase(session: SessionState, form: Form): PhaseState | null {
  return session.phases.find((phase) => phase.form === form) ?? null;
}
