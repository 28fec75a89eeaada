import type { AttemptView, SessionView } from '@classwright/contract';
import { type ExtraTime, findOwnPhase, findPhase, type Form, type PhaseState, type SessionState } from '@classwright/rules/live';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { findSessionSnapshot, type PhaseRow, type SessionChoice, type SessionRow, type SessionSnapshot } from './queries.ts';

/** Whose deadlines a view shows: null the class's, for staff; else those of that student. */
export type Reader = { studentId: number } | null;

export const STAFF: Reader = null;

/** A row as the rules read it. */
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

/** A session and its phases as the rules read them. */
export function toSessionState(
  session: Pick<SessionRow, 'state' | 'can_comment'>,
  phases: readonly PhaseRow[],
  extraTimes: readonly ExtraTime[],
): SessionState {
  return { state: session.state, canComment: session.can_comment, phases: phases.map(toPhaseState), extraTimes };
}

/** Whether a student's own time in the form opened last has not ended. */
export const hasOwnTime = ({ extraTimes }: Pick<SessionState, 'extraTimes'>, reader: Reader): boolean =>
  reader !== null && extraTimes.some(({ account_id }) => account_id === reader.studentId);

/** A form as this reader has it. @throws when it has not been opened */
function getPhaseFor(state: SessionState, form: Form, reader: Reader): PhaseState {
  const phase = reader ? findOwnPhase(state, form, reader.studentId) : findPhase(state, form);
  if (!phase) throw new Error(`${form} has not been opened`);
  return phase;
}

const toIso = (ms: number): string => new Date(ms).toISOString();

/** The attempts of a run, with the reader's own deadlines. */
export function toAttemptViews({ state }: Pick<LoadedSession, 'state'>, reader: Reader): AttemptView[] {
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
      distribution_revealed: phase.distributionRevealed,
      correctness_revealed: phase.correctnessRevealed,
    };
  });
}

/** A session with everything needed to decide about it and to show it, of one moment. */
export interface LoadedSession extends SessionSnapshot {
  state: SessionState;
}

/** The chosen session, or null. Read it before anything else that goes into the same answer. */
export async function loadSession(db: Db, choice: SessionChoice): Promise<LoadedSession | null> {
  const snapshot = await findSessionSnapshot(db, choice);
  return snapshot && { ...snapshot, state: toSessionState(snapshot.session, snapshot.phases, snapshot.extraTimes) };
}

/** The running session of an assessment. @throws SESSION_NOT_RUNNING */
export async function getRunningSession(db: Db, assessmentId: number): Promise<LoadedSession> {
  const loaded = await loadSession(db, { currentOf: assessmentId });
  if (loaded?.session.state !== 'running') throw appError('SESSION_NOT_RUNNING');
  return loaded;
}

/** A session with at least one phase, as every answer shows it. */
export function viewOf(loaded: LoadedSession, reader: Reader): SessionView {
  const { session, now, sequence } = loaded;
  const attempts = toAttemptViews(loaded, reader);
  const last = attempts.at(-1);
  if (!last) throw new Error(`live session ${session.id} has no phase`);
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
    attempts,
  };
}

/** Whose deadlines a person reads in a lesson. */
export const readerOf = ({ audience }: { audience: 'staff' | 'student' }, accountId: number): Reader =>
  audience === 'staff' ? STAFF : { studentId: accountId };

/** When a reader's time in the form opened last ends, in epoch milliseconds; 0 once it has closed. */
export const deadlineMsOf = ({ phase_open, deadline_at }: SessionView): number => (phase_open ? Date.parse(deadline_at) : 0);
