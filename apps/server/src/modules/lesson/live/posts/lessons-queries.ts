import type { Form } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';
import { type PageRequest, toContainsPattern } from '../../../../platform/lists.ts';

export interface ScheduleRow {
  schedule_date: string | null;
  start_time: string | null;
  end_time: string | null;
}

/** Returns the planned time of a lesson. */
export async function getSchedule(db: Db, assessmentId: number): Promise<ScheduleRow> {
  return db
    .selectFrom('assessments')
    .leftJoin('assessment_periods', 'assessment_periods.id', 'assessments.period_id')
    .select(['assessments.schedule_date', 'assessment_periods.start_time', 'assessment_periods.end_time'])
    .where('assessments.id', '=', assessmentId)
    .executeTakeFirstOrThrow();
}

/** Lists the versions that a run started now would ask, in order. */
export async function listCurrentVersions(db: Db, assessmentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('assessment_questions')
    .innerJoin('questions', 'questions.id', 'assessment_questions.question_id')
    .select('questions.current_version_id')
    .where('assessment_questions.assessment_id', '=', assessmentId)
    .orderBy('assessment_questions.position')
    .execute();
  return rows.flatMap(({ current_version_id }) => (current_version_id === null ? [] : [current_version_id]));
}

export interface LessonCardRow extends ScheduleRow {
  assessment_id: number;
  title: string;
  status: 'Active' | 'finished';
  class_id: number;
  class_name: string;
  first_name: string;
  last_name: string;
  is_owner: boolean;
  /** True when planned for today, in the time zone of the class's school. */
  is_today: boolean;
  /** The form opened last in the running session; null if none runs. */
  form: Form | null;
}

/**
 * Lists a page of the lessons that somebody may run, with archived ones and those of archived classes only while they
 * run. The order is: running, today's, planned for later (earliest first), without a date, missed (latest first),
 * finished (latest first); own ones before those of colleagues. The access rule is repeated in SQL, since the list is
 * paged: a test compares it with `getStaffLesson`.
 */
export async function listLessonCards(
  db: Db,
  { accountId, isAdmin, searchText, page, per_page }: PageRequest & { accountId: number; isAdmin: boolean; searchText: string },
): Promise<{ rows: LessonCardRow[]; total: number }> {
  const pattern = toContainsPattern(searchText.trim());
  const today = sql`(app_now() AT TIME ZONE school.time_zone)::date`;
  // A person's own lessons and those of their classes are few: they are found first, by indexes.
  const mine = sql`
      JOIN (SELECT id FROM assessments WHERE account_id = ${accountId}
            UNION SELECT planned.id FROM class_standings taught JOIN assessments planned ON planned.class_id = taught.course_id
                   WHERE taught.account_id = ${accountId} AND taught.left_at IS NULL AND taught.role = 'TEACHER') mine ON mine.id = a.id`;
  const lessons = sql`
      FROM assessments a ${isAdmin ? sql`` : mine}
      JOIN people owner ON owner.id = a.account_id
      JOIN class_facts c ON c.id = a.class_id
      JOIN schools school ON school.id = c.school_id
      LEFT JOIN class_standings member ON member.course_id = c.id AND member.account_id = ${accountId}
      LEFT JOIN assessment_periods period ON period.id = a.period_id
      LEFT JOIN live_sessions session ON session.assessment_id = a.id AND session.state = 'running'
     WHERE (session.id IS NOT NULL OR (NOT a.is_archived AND c.is_active))
       AND (${isAdmin} OR (member.left_at IS NULL AND (a.account_id = ${accountId} OR member.role = 'TEACHER')))
       AND (${pattern} = '%%' OR a.title ILIKE ${pattern} OR c.name ILIKE ${pattern} OR owner.first_name || ' ' || owner.last_name ILIKE ${pattern})`;
  const {
    rows: [count],
  } = await sql<{ total: number }>`SELECT count(*) AS total ${lessons}`.execute(db);
  const { rows } = await sql<LessonCardRow>`
    SELECT a.id AS assessment_id, a.title, a.status, c.id AS class_id, c.name AS class_name, owner.first_name, owner.last_name, a.account_id = ${accountId} AS is_owner,
           a.schedule_date, period.start_time, period.end_time, coalesce(a.schedule_date = ${today}, false) AS is_today,
           (SELECT form FROM live_phases WHERE session_id = session.id ORDER BY id DESC LIMIT 1) AS form
    ${lessons}
     ORDER BY session.id IS NULL,
              CASE WHEN a.status = 'finished' THEN 4 WHEN a.schedule_date = ${today} THEN 0 WHEN a.schedule_date > ${today} THEN 1 WHEN a.schedule_date IS NULL THEN 2 ELSE 3 END,
              CASE WHEN a.status <> 'finished' AND a.schedule_date > ${today} THEN a.schedule_date END,
              a.schedule_date DESC NULLS LAST, period.start_time, a.account_id <> ${accountId}, a.id DESC
     LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  return { rows, total: count?.total ?? 0 };
}
