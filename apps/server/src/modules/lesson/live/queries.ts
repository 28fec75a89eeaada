import type { Form } from '@classwright/contract';
import type { ExtraTime, StoredWallChoice } from '@classwright/rules/live';
import { type Insertable, sql, type Selectable } from 'kysely';
import { anyLength, type Database, type Db, type Tx } from '../../../platform/database/index.ts';

export type SessionRow = Omit<Selectable<Database['live_sessions']>, 'has_facts'>;
export type PhaseRow = Selectable<Database['live_phases']>;

/** An assessment with its class, and the columns that tie one account to them. */
export interface LessonRow {
  assessment_id: number;
  title: string;
  status: 'Active' | 'finished';
  owner_id: number;
  owner_first_name: string;
  owner_last_name: string;
  course_id: number | null;
  course_name: string | null;
  school_id: number | null;
  course_is_active: boolean;
  /** The account's role in the class; null if it was never in it. */
  member_role: 'TEACHER' | 'STUDENT' | null;
  left_at: Date | null;
}

const selectLesson = (db: Db, accountId: number | null) =>
  db
    .selectFrom('assessments')
    .innerJoin('lesson_people as owner', 'owner.id', 'assessments.account_id')
    .leftJoin('lesson_classes', 'lesson_classes.id', 'assessments.class_id')
    .leftJoin('class_standings as member', (join) => join.onRef('member.course_id', '=', 'lesson_classes.id').on('member.account_id', '=', accountId))
    .select([
      'assessments.id as assessment_id',
      'assessments.title',
      'assessments.status',
      'assessments.account_id as owner_id',
      'owner.first_name as owner_first_name',
      'owner.last_name as owner_last_name',
      'lesson_classes.id as course_id',
      'lesson_classes.name as course_name',
      'lesson_classes.school_id',
      'member.role as member_role',
      'member.left_at',
    ])
    .select([
      // not `is_active`: PostgreSQL computes it before the outer join, which changes the plan of the lesson's hottest read
      sql<boolean>`lesson_classes.id IS NOT NULL AND lesson_classes.archived_at IS NULL AND lesson_classes.course_state = 'ACTIVE'`.as('course_is_active'),
    ]);

/** Finds a lesson. `accountId` null: only what is the same for everybody. */
export async function findLesson(db: Db, assessmentId: number, accountId: number | null): Promise<LessonRow | null> {
  return (await selectLesson(db, accountId).where('assessments.id', '=', assessmentId).executeTakeFirst()) ?? null;
}

/** Returns a lesson as each of these accounts sees it, in their order; nulls if there is no such assessment. */
export async function listLessonFor(db: Db, assessmentId: number, accountIds: readonly number[]): Promise<(LessonRow | null)[]> {
  const [alone] = accountIds.length === 1 ? accountIds : [];
  const lesson = await findLesson(db, assessmentId, alone ?? null);
  if (alone !== undefined || lesson?.course_id == null) return accountIds.map(() => lesson);
  const places = await listPlaces(db, lesson.course_id, accountIds);
  return accountIds.map((accountId) => ({ ...lesson, ...places.get(accountId) }));
}

/** Returns the memberships of accounts in a class, for those who have one. */
async function listPlaces(db: Db, courseId: number, accountIds: readonly number[]): Promise<Map<number, Pick<LessonRow, 'member_role' | 'left_at'>>> {
  const rows = await db
    .selectFrom('class_standings')
    .select(['account_id', 'role as member_role', 'left_at'])
    .where('course_id', '=', courseId)
    .where(sql<boolean>`account_id = ANY (${anyLength(accountIds, 'bigint')})`)
    .execute();
  return new Map(rows.map(({ account_id, member_role, left_at }) => [account_id, { member_role, left_at }]));
}

/** Lists those of the accounts that have an answer in a form of a run. */
export async function listAnswerers(db: Db, phaseId: number, accountIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('live_posts')
    .select('account_id')
    .where('phase_id', '=', phaseId)
    .where(sql<boolean>`account_id = ANY (${anyLength(accountIds, 'bigint')})`)
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

/**
 * Any fixed number: it distinguishes the gates of lessons from other advisory locks. Logins and writes take it in
 * shared mode. See `shutGate`.
 */
export const GATE = 8_207_114;

/** The choice of a run of an assessment. */
export type SessionChoice =
  | { sessionId: number }
  /** The run that counts: the running one, otherwise the finished one. A canceled run never counts. */
  | { currentOf: number }
  /** The last run, in any state. */
  | { newestOf: number };

export interface SessionSnapshot {
  session: SessionRow;
  phases: PhaseRow[];
  /** The students whose own time in the last phase has not ended. */
  extraTimes: ExtraTime[];
  now: Date;
  sequence: number;
  /** The newest vote between two reasons; null before the first. */
  vote: ShownVote | null;
}

/** A vote as sessions show it. */
export interface ShownVote {
  id: number;
  ends_at: Date;
  is_shown: boolean;
}

/** Selects the students whose own time in a phase has not ended, as one value. */
const runningExtraTimes = (phaseId: string) => sql<ExtraTime[]>`
  (SELECT coalesce(jsonb_agg(jsonb_build_object('account_id', extra.account_id, 'percent', extra.percent) ORDER BY extra.account_id), '[]')
     FROM live_extra_times extra WHERE extra.phase_id = ${sql.ref(phaseId)} AND extra.ended_at IS NULL)`;

const sessionColumns = [
  's.id',
  's.assessment_id',
  's.course_id',
  's.state',
  's.can_comment',
  's.pairs_revision',
  's.shows_answers',
  's.with_names',
  's.started_by',
  's.started_at',
  's.ended_by',
  's.ended_at',
  's.wall',
  's.is_rehearsal',
] as const;

/**
 * Finds a session with its phases in the order of their opening, the clock, and the number of the last event of its
 * room. It is one statement and therefore one snapshot: a number is given after the commit of what it counts, so the
 * rows contain at least everything up to `sequence`.
 */
export async function findSessionSnapshot(db: Db, choice: SessionChoice): Promise<SessionSnapshot | null> {
  let chosen = db.selectFrom('live_sessions as s').select(sessionColumns).orderBy('s.id', 'desc').limit(1);
  if ('sessionId' in choice) chosen = chosen.where('s.id', '=', choice.sessionId);
  else chosen = chosen.where('s.assessment_id', '=', 'currentOf' in choice ? choice.currentOf : choice.newestOf);
  if ('currentOf' in choice) chosen = chosen.where('s.state', '<>', 'canceled');
  const rows = await db
    .selectFrom(chosen.as('s'))
    .leftJoin('live_phases as p', 'p.session_id', 's.id')
    .leftJoin('room_sequences as r', (join) =>
      join.on('r.room', '=', sql<string>`'private-channel-assessment-' || s.assessment_id`).onRef('r.epoch', '=', 's.id'),
    )
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('live_votes')
          .select(['live_votes.id', 'live_votes.ends_at', 'live_votes.closed_at'])
          .whereRef('live_votes.session_id', '=', 's.id')
          .orderBy('live_votes.id', 'desc')
          .limit(1)
          .as('v'),
      (join) => join.onTrue(),
    )
    .select(sessionColumns)
    .select([
      'p.id as phase_id',
      'p.form',
      'p.question_version_id',
      'p.minutes',
      'p.opened_at',
      'p.deadline_at',
      'p.closed_at',
      'p.distribution_revealed_at',
      'p.correctness_revealed_at',
      'p.asks_sure',
      'v.id as vote_id',
      'v.ends_at as vote_ends_at',
      sql<boolean>`v.closed_at IS NULL`.as('vote_is_shown'),
      runningExtraTimes('p.id').as('extra_times'),
      sql<number>`coalesce(r.sequence, 0)`.as('sequence'),
      sql<Date>`app_now()`.as('now'),
    ])
    .orderBy('p.id')
    .execute();
  const [first] = rows;
  if (!first) return null;
  const phases = rows.flatMap((row) => (row.phase_id === null ? [] : [toPhaseRow({ ...row, phase_id: row.phase_id })]));
  const { id, assessment_id, course_id, state, can_comment, shows_answers, with_names, pairs_revision, wall, is_rehearsal } = first;
  const { started_by, started_at, ended_by, ended_at, vote_id, vote_ends_at, vote_is_shown, now, sequence } = first;
  const vote = vote_id === null || vote_ends_at === null ? null : { id: vote_id, ends_at: vote_ends_at, is_shown: vote_is_shown };
  const run = { id, assessment_id, course_id, state, started_by, started_at, ended_by, ended_at };
  const session = { ...run, can_comment, shows_answers, with_names, pairs_revision, wall, is_rehearsal };
  return { session, phases, extraTimes: state === 'running' ? (rows.at(-1)?.extra_times ?? []) : [], now, sequence, vote };
}

type Joined<T> = { [K in keyof T]: T[K] | null };
/** Returns the columns of a phase that an outer join found. */
function toPhaseRow(row: { id: number; phase_id: number } & Joined<Omit<PhaseRow, 'id' | 'session_id'>>): PhaseRow {
  return {
    id: row.phase_id,
    session_id: row.id,
    form: row.form as Form,
    question_version_id: row.question_version_id as number,
    minutes: row.minutes as number,
    opened_at: row.opened_at as Date,
    deadline_at: row.deadline_at as Date,
    closed_at: row.closed_at,
    distribution_revealed_at: row.distribution_revealed_at,
    correctness_revealed_at: row.correctness_revealed_at,
    asks_sure: row.asks_sure as boolean,
  };
}

/**
 * Shuts a lesson's gate until commit: waits for the answers and drafts already inside, and lets no others in. Row locks
 * alone would keep the figures correct, but new shared locks overtake a waiting step, so a stream of drafts could block
 * a step for as long as it continues. This queue is in order.
 */
export async function shutGate(tx: Tx, assessmentId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${GATE}, hashint8(${assessmentId}))`.execute(tx);
}

/**
 * Locks the running session until commit, so that two steps of one lesson take turns, once everybody who is writing in
 * it has finished.
 */
export async function lockRunningSession(tx: Tx, assessmentId: number): Promise<SessionRow | null> {
  await shutGate(tx, assessmentId);
  const row = await tx
    .selectFrom('live_sessions')
    .selectAll()
    .where('assessment_id', '=', assessmentId)
    .where('state', '=', 'running')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Lists the phases of a session in the order of their opening, locked until commit: waits for every answer in progress.
 */
export async function listPhasesLocked(tx: Tx, sessionId: number): Promise<PhaseRow[]> {
  return tx.selectFrom('live_phases').selectAll().where('session_id', '=', sessionId).orderBy('id').forNoKeyUpdate().execute();
}

/** Lists the question versions of a session: the first is asked in Form - 1A and Form - 1B, the second in Form - 2. */
export async function listSessionQuestions(db: Db, sessionId: number): Promise<{ position: number; question_version_id: number }[]> {
  return db.selectFrom('live_session_questions').select(['position', 'question_version_id']).where('session_id', '=', sessionId).orderBy('position').execute();
}

// ── starting ──

/** The plan of a run: when classmates see each other's answers, and whether with names. */
export type PlanRow = Pick<SessionRow, 'shows_answers' | 'with_names'>;

/** Returns the plan with which the next run of a class begins (LIVE-109). */
export async function getPlan(db: Db, courseId: number): Promise<PlanRow> {
  const row = await db.selectFrom('live_plans').select(['shows_answers', 'with_names']).where('course_id', '=', courseId).executeTakeFirst();
  return row ?? { shows_answers: 'as-answered', with_names: true };
}

export async function savePlan(tx: Tx, courseId: number, plan: PlanRow): Promise<void> {
  await tx
    .insertInto('live_plans')
    .values({ course_id: courseId, ...plan })
    .onConflict((conflict) => conflict.column('course_id').doUpdateSet({ ...plan, updated_at: sql`app_now()` }))
    .execute();
}

/** Locks the assessment, so that nobody else can start or edit it. */
export async function lockAssessment(tx: Tx, assessmentId: number): Promise<void> {
  await tx.selectFrom('assessments').select('id').where('id', '=', assessmentId).forNoKeyUpdate().execute();
}

export async function isClassBusy(tx: Tx, courseId: number): Promise<boolean> {
  return (await tx.selectFrom('live_sessions').select('id').where('course_id', '=', courseId).where('state', '=', 'running').executeTakeFirst()) !== undefined;
}

export async function insertSession(
  tx: Tx,
  session: { assessmentId: number; courseId: number; startedBy: number; now: Date; plan: PlanRow },
): Promise<SessionRow> {
  return tx
    .insertInto('live_sessions')
    .values({
      assessment_id: session.assessmentId,
      course_id: session.courseId,
      started_by: session.startedBy,
      started_at: session.now,
      is_rehearsal: sql<boolean>`(SELECT is_rehearsal FROM assessments WHERE id = ${session.assessmentId})`,
      ...session.plan,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertSessionQuestions(
  tx: Tx,
  sessionId: number,
  questions: readonly { position: number; question_version_id: number }[],
): Promise<void> {
  await tx
    .insertInto('live_session_questions')
    .values(questions.map((question) => ({ ...question, session_id: sessionId })))
    .execute();
}

/** Lists the accounts of the current students of a class. */
export async function listStudentIds(db: Db, courseId: number): Promise<number[]> {
  const rows = await db.selectFrom('class_students').select('account_id').where('course_id', '=', courseId).execute();
  return rows.map(({ account_id }) => account_id);
}

// ── steps ──

export async function insertPhase(tx: Tx, phase: Insertable<Database['live_phases']>, extraTimes: readonly ExtraTime[]): Promise<void> {
  const { id } = await tx.insertInto('live_phases').values(phase).returning('id').executeTakeFirstOrThrow();
  if (extraTimes.length === 0) return;
  await sql`
    INSERT INTO live_extra_times (phase_id, account_id, percent)
    SELECT ${id}, account_id, percent FROM jsonb_to_recordset(${JSON.stringify(extraTimes)}::jsonb) AS new (account_id bigint, percent integer)`.execute(tx);
}

/** Lists the students of a class with extra time at this moment. */
export async function listExtraTimes(db: Db, courseId: number): Promise<ExtraTime[]> {
  return db
    .selectFrom('class_students')
    .innerJoin('extra_times', 'extra_times.account_id', 'class_students.account_id')
    .select(['extra_times.account_id', 'extra_times.percent'])
    .where('class_students.course_id', '=', courseId)
    .orderBy('extra_times.account_id')
    .execute();
}

/**
 * Lists the students whose own time in a phase has not ended. The session is locked, so no own time starts or ends in
 * between.
 */
export async function listRunningExtraTimes(tx: Tx, phaseId: number): Promise<ExtraTime[]> {
  return tx
    .selectFrom('live_extra_times')
    .select(['account_id', 'percent'])
    .where('phase_id', '=', phaseId)
    .where('ended_at', 'is', null)
    .orderBy('account_id')
    .execute();
}

/** Ends the own time of students in phases. */
export async function endExtraTimes(tx: Tx, ended: readonly { phase_id: number; account_id: number }[], now: Date): Promise<void> {
  if (ended.length === 0) return;
  await sql`
    UPDATE live_extra_times extra SET ended_at = ${now}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) AS over (phase_id bigint, account_id bigint)
     WHERE extra.phase_id = over.phase_id AND extra.account_id = over.account_id AND extra.ended_at IS NULL`.execute(tx);
}

export async function closePhase(tx: Tx, phaseId: number, closedAt: Date): Promise<void> {
  await tx.updateTable('live_phases').set({ closed_at: closedAt }).where('id', '=', phaseId).where('closed_at', 'is', null).execute();
}

export async function moveDeadline(tx: Tx, phaseId: number, deadlineAt: Date): Promise<void> {
  await tx.updateTable('live_phases').set({ deadline_at: deadlineAt }).where('id', '=', phaseId).execute();
}

export async function setRevealed(tx: Tx, phaseId: number, what: 'distribution' | 'correctness', now: Date): Promise<void> {
  await tx
    .updateTable('live_phases')
    .set(what === 'distribution' ? { distribution_revealed_at: now } : { correctness_revealed_at: now })
    .where('id', '=', phaseId)
    .execute();
}

export async function setCommenting(tx: Tx, sessionId: number, canComment: boolean): Promise<void> {
  await tx.updateTable('live_sessions').set({ can_comment: canComment }).where('id', '=', sessionId).execute();
}

/** Stores what staff chose for the walls of a run, in any state. */
export async function setWall(tx: Tx, sessionId: number, choice: StoredWallChoice): Promise<void> {
  await sql`UPDATE live_sessions SET wall = ${JSON.stringify(choice)}::jsonb WHERE id = ${sessionId}`.execute(tx);
}

export async function setShowsAnswers(tx: Tx, sessionId: number, showsAnswers: PlanRow['shows_answers']): Promise<void> {
  await tx.updateTable('live_sessions').set({ shows_answers: showsAnswers }).where('id', '=', sessionId).execute();
}

export async function endSession(
  tx: Tx,
  sessionId: number,
  { state, endedBy, now }: { state: 'finished' | 'canceled'; endedBy: number | null; now: Date },
): Promise<void> {
  await tx.updateTable('live_sessions').set({ state, ended_by: endedBy, ended_at: now }).where('id', '=', sessionId).execute();
}

// ── deadlines ──

/**
 * Lists assessments whose running session has an open phase that closes within `withinMs` from now, for the class or
 * afterward for a student with extra time, with the milliseconds until then (0: now).
 */
export async function listClosings(db: Db, { graceMs, withinMs }: { graceMs: number; withinMs: number }): Promise<{ assessment_id: number; in_ms: number }[]> {
  const { rows } = await sql<{ assessment_id: number; in_ms: number }>`
    WITH n AS MATERIALIZED (SELECT app_now() AS now), upcoming AS (
      SELECT p.session_id, p.deadline_at FROM live_phases p, n
       WHERE p.closed_at IS NULL AND p.deadline_at <= n.now + make_interval(secs => ${(withinMs - graceMs) / 1000}::float8)
       UNION ALL
      SELECT p.session_id, own.deadline_at
        FROM (SELECT phase_id, min(percent) AS percent FROM live_extra_times WHERE ended_at IS NULL GROUP BY phase_id) extra
        JOIN live_phases p ON p.id = extra.phase_id AND p.closed_at IS NOT NULL
        CROSS JOIN LATERAL (SELECT p.deadline_at + greatest(p.deadline_at - p.opened_at, '0') * extra.percent / 100 AS deadline_at) own, n
       WHERE own.deadline_at <= n.now + make_interval(secs => ${(withinMs - graceMs) / 1000}::float8)
         AND NOT EXISTS (SELECT FROM live_phases later WHERE later.session_id = p.session_id AND later.id > p.id)
    )
    SELECT s.assessment_id, greatest(0, ceil(extract(epoch FROM upcoming.deadline_at - n.now) * 1000 + ${graceMs}))::float8 AS in_ms
      FROM upcoming JOIN live_sessions s ON s.id = upcoming.session_id AND s.state = 'running', n
     ORDER BY upcoming.deadline_at`.execute(db);
  return rows;
}
