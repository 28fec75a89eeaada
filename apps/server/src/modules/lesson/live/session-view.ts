import type { AttemptView, PlanView, SessionView } from '@classwright/contract';
import {
  type ExtraTime,
  findOwnPhase,
  findPhase,
  findWallChoice,
  type Form,
  type PhaseState,
  type SessionState,
  type StoredWallChoice,
} from '@classwright/rules/live';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { findSessionSnapshot, type PhaseRow, type PlanRow, type SessionChoice, type SessionRow, type SessionSnapshot } from './queries.ts';

/** The reader whose deadlines a view shows: null for staff, who see the class's; otherwise that student. */
export type Reader = { studentId: number } | null;

export const STAFF: Reader = null;

/** Converts a phase row for the rules. */
function toPhaseState(row: PhaseRow): PhaseState {
  return {
    form: row.form,
    minutes: row.minutes,
    openedAtMs: row.opened_at.getTime(),
    deadlineAtMs: row.deadline_at.getTime(),
    closedAtMs: row.closed_at?.getTime() ?? null,
    distributionRevealed: row.distribution_revealed_at !== null,
    correctnessRevealed: row.correctness_revealed_at !== null,
  };
}

/** Converts a session and its phases for the rules. */
export function toSessionState(
  session: Pick<SessionRow, 'state' | 'can_comment' | 'shows_answers'>,
  phases: readonly PhaseRow[],
  extraTimes: readonly ExtraTime[],
): SessionState {
  return { state: session.state, canComment: session.can_comment, phases: phases.map(toPhaseState), extraTimes, showsAnswers: session.shows_answers };
}

/** Returns true when a student's own time in the form opened last has not ended. */
export const hasOwnTime = ({ extraTimes }: Pick<SessionState, 'extraTimes'>, reader: Reader): boolean =>
  reader !== null && extraTimes.some(({ account_id }) => account_id === reader.studentId);

/** Returns a form with this reader's deadline. @throws when it has not been opened */
function getPhaseFor(state: SessionState, form: Form, reader: Reader): PhaseState {
  const phase = reader ? findOwnPhase(state, form, reader.studentId) : findPhase(state, form);
  if (!phase) throw new Error(`${form} has not been opened`);
  return phase;
}

const toIso = (ms: number): string => new Date(ms).toISOString();

/** Builds the views of a run's attempts, with the reader's own deadlines. */
export function toAttemptViews({ state, phases }: Pick<LoadedSession, 'state' | 'phases'>, reader: Reader): AttemptView[] {
  const isOwnForm = (form: Form): boolean => hasOwnTime(state, reader) && form === state.phases.at(-1)?.form;
  return state.phases.map(({ form }) => {
    const phase = getPhaseFor(state, form, reader);
    return {
      form,
      minutes: phase.minutes,
      opened_at: toIso(phase.openedAtMs),
      deadline_at: toIso(phase.deadlineAtMs),
      closed_at: phase.closedAtMs === null ? null : toIso(phase.closedAtMs),
      ...(isOwnForm(form) && { own_time: true }),
      ...(phases.find((row) => row.form === form)?.asks_sure && { asks_sure: true }),
      distribution_revealed: phase.distributionRevealed,
      correctness_revealed: phase.correctnessRevealed,
    };
  });
}

/** A session from one snapshot, with everything needed to decide about it and to show it. */
export interface LoadedSession extends SessionSnapshot {
  state: SessionState;
}

/** Returns the stored choice for the walls, which this module alone writes. */
export const storedWallOf = ({ wall }: Pick<SessionRow, 'wall'>): StoredWallChoice | null => wall as StoredWallChoice | null;

/** Loads the chosen session, or null. Read it before anything else that goes into the same response. */
export async function loadSession(db: Db, choice: SessionChoice): Promise<LoadedSession | null> {
  const snapshot = await findSessionSnapshot(db, choice);
  return snapshot && { ...snapshot, state: toSessionState(snapshot.session, snapshot.phases, snapshot.extraTimes) };
}

/** Returns the running session of an assessment. @throws SESSION_NOT_RUNNING */
export async function getRunningSession(db: Db, assessmentId: number): Promise<LoadedSession> {
  const loaded = await loadSession(db, { currentOf: assessmentId });
  if (loaded?.session.state !== 'running') throw appError('SESSION_NOT_RUNNING');
  return loaded;
}

export const toPlanView = ({ shows_answers, with_names }: PlanRow): PlanView => ({ shows_answers, with_names });

/** Returns true when a plan is not the one that views leave out. */
const isOwnPlan = ({ shows_answers, with_names }: PlanRow): boolean => shows_answers !== 'as-answered' || !with_names;

/** Builds the view of a session with at least one phase, as every response shows it. */
export function viewOf(loaded: LoadedSession, reader: Reader): SessionView {
  const { session, now, sequence, vote } = loaded;
  const attempts = toAttemptViews(loaded, reader);
  const last = attempts.at(-1);
  if (!last) throw new Error(`live session ${session.id} has no phase`);
  const wall = findWallChoice(loaded.state, storedWallOf(session));
  return {
    id: session.id,
    assessment_id: session.assessment_id,
    state: session.state,
    form: last.form,
    phase_open: last.closed_at === null,
    deadline_at: last.deadline_at,
    server_time: now.toISOString(),
    epoch: session.id,
    sequence,
    can_comment: session.can_comment,
    ...(wall && { wall }),
    pairs_revision: session.pairs_revision,
    ...(vote && { vote: { ...vote, ends_at: vote.ends_at.toISOString() } }),
    ...(isOwnPlan(session) && { plan: toPlanView(session) }),
    attempts,
  };
}

/** Returns the reader whose deadlines a person sees in a lesson. */
export const readerOf = ({ audience }: { audience: 'staff' | 'student' }, accountId: number): Reader =>
  audience === 'staff' ? STAFF : { studentId: accountId };

/** Returns the end of a reader's time in the form opened last, in epoch milliseconds; 0 once it has closed. */
export const deadlineMsOf = ({ phase_open, deadline_at }: SessionView): number => (phase_open ? Date.parse(deadline_at) : 0);
