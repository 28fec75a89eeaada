import { sql } from 'kysely';
import { type Db, nameOrder, type Tx } from '../../../platform/database/index.ts';

export interface LessonHeldRow {
  session_id: number;
  assessment_id: number;
  title: string;
  ended_at: Date;
}

/** Lists a class's finished lessons, newest first, or the one of an assessment. */
export async function listLessonsHeld(db: Db, courseId: number, assessmentId: number | null, most: number): Promise<LessonHeldRow[]> {
  const { rows } = await sql<LessonHeldRow>`
    SELECT held.session_id, held.assessment_id, assessment.title, session.ended_at
      FROM lesson_figures held JOIN live_sessions session ON session.id = held.session_id JOIN assessments assessment ON assessment.id = held.assessment_id
     WHERE held.course_id = ${courseId} AND (${assessmentId}::bigint IS NULL OR held.assessment_id = ${assessmentId})
     ORDER BY session.ended_at DESC, session.id DESC LIMIT ${most}`.execute(db);
  return rows;
}

export interface StudentFactRow {
  account_id: number;
  session_id: number;
  is_present: boolean;
  /** The number of forms that the lesson asked. */
  forms: number;
  first_right: boolean | null;
  second_right: boolean | null;
  transfer_right: boolean | null;
  filed_empty: number;
  texts: number;
  late: number;
  sure: number;
  sure_wrong: number;
}

/** Lists the results of the class's current students in these lessons. */
export async function listStudentFacts(db: Db, courseId: number, sessionIds: readonly number[]): Promise<StudentFactRow[]> {
  const { rows } = await sql<StudentFactRow>`
    WITH late AS (
      SELECT session_id, account_id, count(*)::integer AS answers FROM live_late_answers
       WHERE session_id = ANY(${[...sessionIds]}::bigint[]) GROUP BY session_id, account_id
    ), sure AS (
      SELECT post.session_id, post.account_id, count(*)::integer AS answers, count(*) FILTER (WHERE NOT response.is_valid)::integer AS wrong
        FROM live_posts post JOIN question_responses response ON response.id = post.response_id
       WHERE post.session_id = ANY(${[...sessionIds]}::bigint[]) AND post.confidence = 'sure' GROUP BY post.session_id, post.account_id
    )
    SELECT fact.account_id, fact.session_id, fact.logged_in_at IS NOT NULL AS is_present, fact.forms, fact.first_right, fact.second_right, fact.transfer_right,
           fact.filed_empty, fact.justified + fact.comments_given + fact.replies_given AS texts, coalesce(late.answers, 0) AS late,
           coalesce(sure.answers, 0) AS sure, coalesce(sure.wrong, 0) AS sure_wrong
      FROM lesson_students fact JOIN class_students student ON student.course_id = ${courseId} AND student.account_id = fact.account_id
      LEFT JOIN late ON late.session_id = fact.session_id AND late.account_id = fact.account_id
      LEFT JOIN sure ON sure.session_id = fact.session_id AND sure.account_id = fact.account_id
     WHERE fact.session_id = ANY(${[...sessionIds]}::bigint[])`.execute(db);
  return rows;
}

export interface WorkFactRow {
  account_id: number;
  kind: 'overdue' | 'returned';
  at: Date;
  percent: number | null;
}

/** Lists overdue work of a class's current students, and the latest work returned to each with a grade. */
export async function listWorkFacts(db: Db, courseId: number, mostReturned: number): Promise<WorkFactRow[]> {
  const { rows } = await sql<WorkFactRow>`
    WITH work AS (
      SELECT id, due_at, posted_at, max_points FROM work_facts
       WHERE course_id = ${courseId} AND is_posted AND work_type <> 'MATERIAL'
    ), returned AS (
      SELECT given.account_id, given.returned_at AS at, (100 * given.assigned_grade / work.max_points)::float8 AS percent,
             row_number() OVER (PARTITION BY given.account_id ORDER BY given.returned_at DESC, given.id DESC) AS place
        FROM submission_facts given JOIN work ON work.id = given.course_work_id JOIN class_students student USING (course_id, account_id)
       WHERE given.state = 'RETURNED' AND given.returned_at IS NOT NULL AND given.assigned_grade IS NOT NULL AND NOT given.excused AND work.max_points IS NOT NULL
    )
    SELECT standing.account_id, 'overdue' AS kind, work.due_at AS at, NULL::float8 AS percent
      FROM submission_standings standing JOIN work ON work.id = standing.course_work_id
     WHERE standing.course_id = ${courseId}
       AND is_overdue(standing.state, standing.excused, work.due_at, work.posted_at, standing.assigned_at, app_now())
    UNION ALL
    SELECT account_id, 'returned', at, percent FROM returned WHERE place <= ${mostReturned}`.execute(db);
  return rows;
}

export interface NamedRow {
  account_id: number;
  first_name: string;
  last_name: string;
  done_at: Date | null;
  /** The time up to which the reasons were seen. */
  seen_at: Date | null;
  note: string | null;
  by_first_name: string | null;
  by_last_name: string | null;
}

/** Lists the students of a class by name, with their dismissals. */
export async function listNames(db: Db, courseId: number): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    SELECT person.id AS account_id, person.first_name, person.last_name, done.done_at, coalesce(done.seen_at, done.done_at) AS seen_at, done.note,
           author.first_name AS by_first_name, author.last_name AS by_last_name
      FROM class_students student JOIN people person ON person.id = student.account_id AND person.status
      LEFT JOIN attention_done done ON done.course_id = student.course_id AND done.account_id = student.account_id
      LEFT JOIN people author ON author.id = done.done_by
     WHERE student.course_id = ${courseId}
     ORDER BY ${nameOrder('person')}, person.id`.execute(db);
  return rows;
}

/**
 * Dismisses students of a class from the list; others are ignored. `seenAt` null: everything known now was seen.
 * Returns the number.
 */
export async function dismissStudents(
  tx: Tx,
  done: { courseId: number; accountIds: readonly number[]; note: string; by: number; seenAt: Date | null },
): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO attention_done (course_id, account_id, note, done_by, seen_at)
    SELECT course_id, account_id, ${done.note}, ${done.by}, least(${done.seenAt}::timestamptz, app_now()) FROM class_students
     WHERE course_id = ${done.courseId} AND account_id = ANY(${[...done.accountIds]}::bigint[]) ORDER BY account_id
    ON CONFLICT (course_id, account_id) DO UPDATE SET note = excluded.note, done_by = excluded.done_by, done_at = app_now(), seen_at = excluded.seen_at`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** Restores students to the list. Returns the number that had been dismissed. */
export async function restoreStudents(tx: Tx, courseId: number, accountIds: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM attention_done WHERE course_id = ${courseId} AND account_id = ANY(${[...accountIds]}::bigint[])`.execute(tx);
  return Number(numAffectedRows);
}
