import { type HomeView, LIMIT_WARNING_PERCENT } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';
import { type DueReview, selectDueReview } from '../../lesson/reviews/index.ts';
import { type MissedLesson, selectMissedLessons } from '../../lesson/solo/index.ts';

/** Work that was due earlier than this is listed only on the page of all work. */
const LATEST_DAYS = sql.lit('30 days');
const SOON_DAYS = sql.lit('7 days');

export interface DueRow {
  id: number;
  course_id: number;
  class_name: string;
  title: string;
  kind: string;
  due_at: Date;
  has_time: boolean;
  when: 'overdue' | 'today' | 'soon';
  /** The total number of rows. */
  total: number;
}

const isOverdue = sql`is_overdue(submission_facts.state, submission_facts.excused, works.due_at, works.posted_at, submission_facts.assigned_at, now.at)`;

/**
 * Lists work that a student has not handed in and that is overdue or due within a week, in active classes. Lessons are
 * excluded.
 */
export async function listDueWork(db: Db, accountId: number, most: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    SELECT works.id, works.course_id, class_facts.name AS class_name, works.title, works.kind, works.due_at, works.due_time IS NOT NULL AS has_time,
           CASE WHEN ${isOverdue} THEN 'overdue' WHEN works.due_on <= (now.at AT TIME ZONE schools.time_zone)::date THEN 'today' ELSE 'soon' END AS when,
           count(*) OVER ()::integer AS total
      FROM submission_facts
      JOIN work_facts works ON works.id = submission_facts.course_work_id
      JOIN class_students ON class_students.course_id = works.course_id AND class_students.account_id = submission_facts.account_id
      JOIN class_facts ON class_facts.id = works.course_id
      JOIN schools ON schools.id = class_facts.school_id
      CROSS JOIN (SELECT app_now() AS at) now
     WHERE submission_facts.account_id = ${accountId} AND submission_facts.state = 'CREATED' AND submission_facts.assigned_at IS NOT NULL AND NOT submission_facts.excused
       AND works.is_posted AND works.assessment_id IS NULL AND works.work_type <> 'MATERIAL'
       AND class_facts.is_active
       AND works.due_at > now.at - interval ${LATEST_DAYS} AND works.due_at <= now.at + interval ${SOON_DAYS}
       AND does_due_time_count(works.due_at, works.posted_at, submission_facts.assigned_at)
     ORDER BY ${isOverdue}, CASE WHEN NOT ${isOverdue} THEN works.due_at END, works.due_at DESC, works.id
     LIMIT ${most}`.execute(db);
  return rows;
}

export interface ReturnedRow {
  notification_id: number;
  title: string;
  class_name: string;
  points: number | null;
  max_points: number | null;
  returned_at: Date;
  path: string;
}

/** Lists returned work that the student was notified of and has not opened since. */
export async function listReturnedWork(db: Db, accountId: number, most: number): Promise<ReturnedRow[]> {
  const { rows } = await sql<ReturnedRow>`
    SELECT notifications.id AS notification_id, works.title, class_facts.name AS class_name, notifications.path,
           submission_facts.assigned_grade AS points, works.max_points, coalesce(submission_facts.returned_at, notifications.created_at) AS returned_at
      FROM notifications
      JOIN submission_facts ON submission_facts.account_id = notifications.account_id AND notifications.key = 'returned:' || submission_facts.course_work_id
      JOIN work_facts works ON works.id = submission_facts.course_work_id
      JOIN class_students ON class_students.course_id = submission_facts.course_id AND class_students.account_id = submission_facts.account_id
      JOIN class_facts ON class_facts.id = submission_facts.course_id
     WHERE notifications.account_id = ${accountId} AND notifications.kind = 'work-returned' AND notifications.read_at IS NULL AND works.archived_at IS NULL
     ORDER BY notifications.id DESC LIMIT ${most}`.execute(db);
  return rows;
}

/**
 * Lists the lessons planned for today in a student's classes, in the time zone of each class's school, that have not
 * been run yet.
 */
export async function listTodaysLessons(
  db: Db,
  accountId: number,
  most: number,
): Promise<{ assessment_id: number; title: string; class_name: string; start_time: string | null; end_time: string | null }[]> {
  const { rows } = await sql<{ assessment_id: number; title: string; class_name: string; start_time: string | null; end_time: string | null }>`
    SELECT assessments.id AS assessment_id, assessments.title, class_facts.name AS class_name, periods.start_time, periods.end_time
      FROM class_students
      JOIN class_facts ON class_facts.id = class_students.course_id
      JOIN schools ON schools.id = class_facts.school_id
      JOIN assessments ON assessments.class_id = class_facts.id
      LEFT JOIN assessment_periods periods ON periods.id = assessments.period_id
     WHERE class_students.account_id = ${accountId} AND class_facts.is_active
       AND NOT assessments.is_archived AND assessments.status = 'Active' AND assessments.schedule_date = (app_now() AT TIME ZONE schools.time_zone)::date
       AND NOT EXISTS (SELECT 1 FROM live_sessions WHERE live_sessions.assessment_id = assessments.id AND live_sessions.state = 'running')
     ORDER BY periods.start_time NULLS LAST, assessments.id LIMIT ${most}`.execute(db);
  return rows;
}

/** Reads, in one statement, the question that is asked again now and the lessons that the student missed. */
export async function readFromLessons(db: Db, accountId: number, most: number): Promise<{ review: DueReview | null; missed: MissedLesson[] }> {
  const { rows } = await sql<{ review: DueReview | null; missed: MissedLesson[] }>`
    SELECT (SELECT to_json(review) FROM (${selectDueReview(accountId)}) review) AS review,
           (SELECT coalesce(json_agg(lesson), '[]') FROM (${selectMissedLessons(accountId, most)}) lesson) AS missed`.execute(db);
  return rows[0] ?? { review: null, missed: [] };
}

export interface WaitingRow {
  course_id: number;
  class_name: string;
  count: number;
  to_return: number;
  /** The total over all classes. */
  to_grade_total: number;
  to_return_total: number;
}

/**
 * Lists how much work waits to be graded and to be returned in each of a teacher's classes, most waiting first. Each
 * class is counted alone: joined at once, the work of the whole school is read for each class.
 */
export async function listWaiting(db: Db, accountId: number, most: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    SELECT waiting.*, (sum(waiting.count) OVER ())::integer AS to_grade_total, (sum(waiting.to_return) OVER ())::integer AS to_return_total
      FROM (SELECT class_facts.id AS course_id, class_facts.name AS class_name, counts.*
              FROM class_staff
              JOIN class_facts ON class_facts.id = class_staff.course_id
             CROSS JOIN LATERAL (SELECT (count(*) FILTER (WHERE work.waits_for = 'grade'))::integer AS count,
                                        (count(*) FILTER (WHERE work.waits_for = 'return'))::integer AS to_return
                                   FROM waiting_work work WHERE work.course_id = class_facts.id) counts
             WHERE class_staff.account_id = ${accountId} AND counts.count + counts.to_return > 0) waiting
     ORDER BY waiting.count DESC, waiting.to_return DESC, waiting.class_name, waiting.course_id LIMIT ${most}`.execute(db);
  return rows;
}

/** Returns the number of requested classes that wait for a decision. */
export async function countRequestedClasses(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM requested_classes WHERE status = 'pending'`.execute(db);
  return rows[0]?.count ?? 0;
}

const MEGABYTE = 1_000_000;
/** The most limits that Home shows. */
const MAX_LIMITS = 3;

type NearLimit = NonNullable<HomeView['limits']>[number];

/** Selects the limits of schools within reach that are nearly reached, the fullest first, as JSON. Only schools with a limit are read. */
function nearLimits(reach: Reach): RawBuilder<NearLimit[]> {
  const unit = sql`CASE size.kind WHEN 'files' THEN ${sql.lit(MEGABYTE)} ELSE 1 END`;
  return sql<NearLimit[]>`(
    SELECT coalesce(json_agg(json_build_object('school', near.school, 'kind', near.kind, 'used', near.used, 'most', near.most)), '[]') FROM (
      SELECT schools.school_name AS school, size.kind, ceil(size.used::numeric / ${unit})::bigint AS used, (size.most / ${unit})::bigint AS most
        FROM school_sizes size JOIN schools ON schools.id = size.school_id
       WHERE size.most IS NOT NULL AND size.used * 100 >= size.most * ${sql.lit(LIMIT_WARNING_PERCENT)} AND schools.archived_at IS NULL
         AND ${isInReach(reach, 'size.school_id')}
       ORDER BY size.used::numeric / size.most DESC, schools.id LIMIT ${sql.lit(MAX_LIMITS)}) near)`;
}

/**
 * Counts open invitations to active classes, sent to the account or to its address, and unread notifications of
 * decisions.
 */
export async function countWaiting(
  db: Db,
  accountId: number,
  limitsOf: Reach | null,
): Promise<{ waiting: { invitations: number; decisions: number }; limits: NearLimit[] | null }> {
  const { rows } = await sql<{ invitations: number; decisions: number; limits: NearLimit[] | null }>`
    SELECT (SELECT count(DISTINCT invitations.course_id)::integer
              FROM people
              JOIN invitations ON invitations.account_id = people.id OR (invitations.account_id IS NULL AND invitations.email_key = people.email_key)
              JOIN class_facts ON class_facts.id = invitations.course_id
             WHERE people.id = ${accountId} AND class_facts.school_id = people.school_id AND invitations.accepted_at IS NULL AND invitations.deleted_at IS NULL
               AND class_facts.is_active) AS invitations,
           (SELECT count(*)::integer FROM notifications
             WHERE account_id = ${accountId} AND read_at IS NULL AND kind = 'class-request-decided') AS decisions,
           ${limitsOf ? nearLimits(limitsOf) : sql`NULL::json`} AS limits`.execute(db);
  const { limits = null, ...waiting } = rows[0] ?? { invitations: 0, decisions: 0 };
  return { waiting, limits };
}
