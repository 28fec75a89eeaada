import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import type { PageRequest } from '../../../platform/lists.ts';
import type { SessionRow } from './queries.ts';

export interface RunningRow {
  assessment_id: number;
  title: string;
  class_id: number;
  class_name: string;
  first_name: string;
  last_name: string;
}

const selectRunning = (db: Db) =>
  db
    .selectFrom('live_sessions')
    .innerJoin('assessments', 'assessments.id', 'live_sessions.assessment_id')
    .innerJoin('lesson_classes', 'lesson_classes.id', 'live_sessions.course_id')
    .innerJoin('lesson_people as owner', 'owner.id', 'assessments.account_id')
    .select([
      'assessments.id as assessment_id',
      'assessments.title',
      'lesson_classes.id as class_id',
      'lesson_classes.name as class_name',
      'owner.first_name',
      'owner.last_name',
    ])
    .where('live_sessions.state', '=', 'running')
    .orderBy('live_sessions.id', 'desc')
    .limit(1);

/** Finds the newest running lesson of a class in which the account is a student now. */
export async function findRunningOfStudent(db: Db, accountId: number): Promise<RunningRow | null> {
  const row = await selectRunning(db)
    .innerJoin('class_students as member', 'member.course_id', 'lesson_classes.id')
    .where('member.account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the newest running lesson that the account may run, by the same rule as `access.ts`. */
export async function findRunningOfStaff(db: Db, { accountId, isAdmin }: { accountId: number; isAdmin: boolean }): Promise<RunningRow | null> {
  const row = await selectRunning(db)
    .where('live_sessions.is_rehearsal', '=', false)
    .leftJoin('class_standings as member', (join) => join.onRef('member.course_id', '=', 'lesson_classes.id').on('member.account_id', '=', accountId))
    .where((eb) =>
      eb.or([
        eb.lit(isAdmin),
        eb.and([eb('member.left_at', 'is', null), eb.or([eb('assessments.account_id', '=', accountId), eb('member.role', '=', 'TEACHER')])]),
      ]),
    )
    .executeTakeFirst();
  return row ?? null;
}

export interface FinishedRow {
  assessment_id: number;
  title: string;
  class_name: string;
  finished_at: Date;
}

const selectFinished = (db: Db, accountId: number) =>
  db
    .selectFrom('live_participants')
    .innerJoin('live_sessions', 'live_sessions.id', 'live_participants.session_id')
    .innerJoin('assessments', 'assessments.id', 'live_sessions.assessment_id')
    .innerJoin('lesson_classes', 'lesson_classes.id', 'live_sessions.course_id')
    .innerJoin('class_students as member', (join) => join.onRef('member.course_id', '=', 'lesson_classes.id').on('member.account_id', '=', accountId))
    .where('live_participants.account_id', '=', accountId)
    .where('live_sessions.state', '=', 'finished');

const latestFinished = (db: Db, accountId: number) =>
  selectFinished(db, accountId)
    .select(['assessments.id as assessment_id', 'assessments.title', 'lesson_classes.name as class_name', sql<Date>`live_sessions.ended_at`.as('finished_at')])
    .orderBy('live_sessions.ended_at', 'desc')
    .orderBy('live_sessions.id', 'desc');

/** Finds the newest finished lesson in which the account took part, of a class it is still in. */
export async function findLastFinished(db: Db, accountId: number): Promise<FinishedRow | null> {
  return (await latestFinished(db, accountId).limit(1).executeTakeFirst()) ?? null;
}

/** Lists a page of the finished lessons in which the account took part, of classes it is still in, latest first. */
export async function listFinished(db: Db, accountId: number, { page, per_page }: PageRequest): Promise<{ rows: FinishedRow[]; total: number }> {
  const { total } = await selectFinished(db, accountId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await latestFinished(db, accountId)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  return { rows, total: Number(total) };
}

/** Finds the running session of a class; there is at most one. */
export async function findRunningOfClass(db: Db, courseId: number): Promise<Pick<SessionRow, 'id' | 'assessment_id'> | null> {
  return (
    (await db
      .selectFrom('live_sessions')
      .select(['id', 'assessment_id'])
      .where('course_id', '=', courseId)
      .where('state', '=', 'running')
      .executeTakeFirst()) ?? null
  );
}

/** Counts the lessons that run now, and the people who came to a lesson within the last hour, without rehearsals. */
export async function countLessonsNow(db: Db): Promise<{ running: number; joined_last_hour: number }> {
  const { rows } = await sql<{ running: number; joined_last_hour: number }>`
    WITH recent AS (SELECT id, state FROM live_sessions WHERE NOT is_rehearsal AND (state = 'running' OR ended_at > app_moment() - interval '1 hour'))
    SELECT (SELECT count(*)::integer FROM recent WHERE state = 'running') AS running,
           (SELECT count(*)::integer FROM live_participants JOIN recent ON recent.id = session_id WHERE logged_in_at > app_now() - interval '1 hour') AS joined_last_hour`.execute(
    db,
  );
  return rows[0] as { running: number; joined_last_hour: number };
}
