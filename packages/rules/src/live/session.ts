import type { Form } from './forms.ts';

/** One opened form. A closed phase never opens again. */
export interface PhaseState {
  form: Form;
  /** The whole minutes it was opened with. Adjusting the time moves the deadline, not this. */
  minutes: number;
  openedAtMs: number;
  /** The class's deadline. A student's own comes from `computeOwnDeadline`. */
  deadlineAtMs: number;
  /** The closing time. Null while open, including the grace after the deadline. */
  closedAtMs: number | null;
  distributionRevealed: boolean;
  correctnessRevealed: boolean;
}

/** The moment from which classmates see each other's answers to a form. */
export const SHOWS_ANSWERS = ['as-answered', 'when-closed'] as const;
export type ShowsAnswers = (typeof SHOWS_ANSWERS)[number];

/** The reasons for hiding a text from the class, shown to its author (LIVE-114). */
export const HIDING_REASONS = ['unkind', 'off-topic', 'private', 'gives-away', 'other'] as const;

/** A student with extra time, in percent of the class's time. */
export interface ExtraTime {
  account_id: number;
  percent: number;
}

/**
 * A run of an assessment. `phases` are its attempts, in the order of the forms.
 * Invariants: no phases exactly when `not-started`; at most the last phase is open, and only while `running`;
 * `finished` has all three phases, or fewer if staff ended it early (LIVE-71).
 */
export interface SessionState {
  state: 'not-started' | 'running' | 'finished' | 'canceled';
  /** True when students may comment. False in a new run. */
  canComment: boolean;
  phases: readonly PhaseState[];
  /**
   * The students whose own time in the last phase has not ended: it may continue after the phase has closed for the
   * class (LIVE-67).
   */
  extraTimes: readonly ExtraTime[];
  /**
   * The moment from which students who have answered a form see its answers (LIVE-110). Omitted: as soon as somebody has
   * answered.
   */
  showsAnswers?: ShowsAnswers | undefined;
}

export const NOT_STARTED: SessionState = { state: 'not-started', canComment: false, phases: [], extraTimes: [] };

/** Returns the phase that accepts answers (its grace included), or null. */
export function findOpenPhase(session: SessionState): PhaseState | null {
  const last = session.phases.at(-1);
  return last && last.closedAtMs === null ? last : null;
}

/** Returns the phase of a form, or null while the form has not been opened in this run. */
export function findPhase(session: SessionState, form: Form): PhaseState | null {
  return session.phases.find((phase) => phase.form === form) ?? null;
}
