import type { AttemptView, SessionView } from '@classwright/contract';
import { computeStudentDeadline, ORDINARY_STUDENT, type PhaseState, type SessionState, type StudentClock } from '@classwright/rules/live';
import type { Db } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import { findSessionSnapshot, type PhaseRow, type SessionChoice, type SessionRow, type SessionSnapshot } from './queries.ts';

/** Whose deadlines a view shows: the class's for staff, a student's own for that student. */
export type Reader = { audience: 'staff' } | { audience: 'student'; clock: StudentClock };

export const STAFF: Reader = { audience: 'staff' };
export const STUDENT: Reader = { audience: 'student', clock: ORDINARY_STUDENT };

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
export function toSessionState(session: Pick<SessionRow, 'state' | 'can_comment'>, phases: readonly PhaseRow[]): SessionState {
  return { state: session.state, canComment: session.can_comment, phases: phases.map(toPhaseState) };
}

/** The instant, in epoch milliseconds, at which this reader's time in a phase ends. */
export function deadlineMsFor(phase: Pick<PhaseState, 'deadlineAtMs'>, reader: Reader): number {
  return reader.audience === 'staff' ? phase.deadlineAtMs : computeStudentDeadline(phase, reader.clock);
}

/** The attempts of a run, with the reader's own deadlines. */
export function toAttemptViews(phases: readonly PhaseRow[], reader: Reader): AttemptView[] {
  return phases.map((row) => ({
    form: row.form,
    minutes: row.minutes,
    opened_at: row.opened_at.toISOString(),
    deadline_at: new Date(deadlineMsFor(toPhaseState(row), reader)).toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    distribution_revealed: row.distribution_revealed_at !== null,
    correctness_revealed: row.correctness_revealed_at !== null,
  }));
}

/** A session with at least one phase, as every answer shows it. */
function toSessionView(
  session: SessionRow,
  phases: readonly PhaseRow[],
  reader: Reader,
  { now, sequence }: Pick<SessionSnapshot, 'now' | 'sequence'>,
): SessionView {
  const attempts = toAttemptViews(phases, reader);
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

/** A session with everything needed to decide about it and to show it, of one moment. */
export interface LoadedSession extends SessionSnapshot {
  state: SessionState;
}

/** The chosen session, or null. Read it before anything else that goes into the same answer. */
export async function loadSession(db: Db, choice: SessionChoice): Promise<LoadedSession | null> {
  const snapshot = await findSessionSnapshot(db, choice);
  return snapshot && { ...snapshot, state: toSessionState(snapshot.session, snapshot.phases) };
}

/** The running session of an assessment. @throws SESSION_NOT_RUNNING */
export async function getRunningSession(db: Db, assessmentId: number): Promise<LoadedSession> {
  const loaded = await loadSession(db, { currentOf: assessmentId });
  if (loaded?.session.state !== 'running') throw appError('SESSION_NOT_RUNNING');
  return loaded;
}

export function viewOf(loaded: LoadedSession, reader: Reader): SessionView {
  return toSessionView(loaded.session, loaded.phases, reader, loaded);
}

/** Whose deadlines a person reads in a lesson. */
export function readerOf({ audience }: { audience: 'staff' | 'student' }): Reader {
  return audience === 'staff' ? STAFF : STUDENT;
}
