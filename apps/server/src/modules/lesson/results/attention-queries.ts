import { type RawBuilder, sql } from 'kysely';
import { type Db, nameOrder, type Tx } from '../../../platform/database/index.ts';
import { placeOfResponse } from '../../bank/questions/index.ts';

export interface LessonHeldRow {
  course_id: number;
  session_id: number;
  assessment_id: number;
  title: string;
  ended_at: Date;
}

/**
 * Lists the finished lessons of each class, newest first and `most` of each. With an assessment: those up to its lesson,
 * which is the first; none when it has no lesson in these classes.
 */
export async function listLessonsHeld(db: Db, courseIds: readonly number[], assessmentId: number | null, most: number): Promise<LessonHeldRow[]> {
  const { rows } = await sql<LessonHeldRow>`
    SELECT course.id AS course_id, held.*
      FROM unnest(${[...courseIds]}::bigint[]) WITH ORDINALITY AS course (id, place)
      LEFT JOIN LATERAL (
        SELECT session.ended_at, session.id FROM lesson_figures known JOIN live_sessions session ON session.id = known.session_id
         WHERE known.course_id = course.id AND known.assessment_id = ${assessmentId}) AS latest ON true
      CROSS JOIN LATERAL (
        SELECT known.session_id, known.assessment_id, assessment.title, session.ended_at
          FROM lesson_figures known JOIN live_sessions session ON session.id = known.session_id JOIN assessments assessment ON assessment.id = known.assessment_id
         WHERE known.course_id = course.id AND (${assessmentId}::bigint IS NULL OR (session.ended_at, session.id) <= (latest.ended_at, latest.id))
         ORDER BY session.ended_at DESC, session.id DESC LIMIT ${most}) held
     ORDER BY course.place, held.ended_at DESC, held.session_id DESC`.execute(db);
  return rows;
}

export interface StudentFactRow {
  course_id: number;
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

/**
 * Lists the results of the current students of these lessons' classes. What is counted by student is counted once: joined, PostgreSQL
 * would count it again for each row.
 */
export async function listStudentFacts(db: Db, sessionIds: readonly number[]): Promise<StudentFactRow[]> {
  const { rows } = await sql<StudentFactRow>`
    WITH late AS MATERIALIZED (
      SELECT session_id, account_id, count(*)::integer AS answers FROM live_late_answers
       WHERE session_id = ANY(${[...sessionIds]}::bigint[]) GROUP BY session_id, account_id
    ), sure AS MATERIALIZED (
      SELECT post.session_id, post.account_id, count(*)::integer AS answers, count(*) FILTER (WHERE NOT response.is_valid)::integer AS wrong
        FROM live_posts post JOIN question_responses response ON response.id = post.response_id
       WHERE post.session_id = ANY(${[...sessionIds]}::bigint[]) AND post.confidence = 'sure' GROUP BY post.session_id, post.account_id
    )
    SELECT fact.course_id, fact.account_id, fact.session_id, fact.logged_in_at IS NOT NULL AS is_present, fact.forms,
           fact.first_right, fact.second_right, fact.transfer_right,
           fact.filed_empty, fact.justified + fact.comments_given + fact.replies_given AS texts, coalesce(late.answers, 0) AS late,
           coalesce(sure.answers, 0) AS sure, coalesce(sure.wrong, 0) AS sure_wrong
      FROM lesson_students fact JOIN class_students student ON student.course_id = fact.course_id AND student.account_id = fact.account_id
      LEFT JOIN late ON late.session_id = fact.session_id AND late.account_id = fact.account_id
      LEFT JOIN sure ON sure.session_id = fact.session_id AND sure.account_id = fact.account_id
     WHERE fact.session_id = ANY(${[...sessionIds]}::bigint[])`.execute(db);
  return rows;
}

export interface StayedRow {
  /** The place of the response in its question, from 0. */
  place: number;
  title: string;
  students: number;
}

/** Finds the wrong response with which most students of a lesson stayed after the discussion. Null: nobody did. */
export async function findStayed(db: Db, sessionId: number): Promise<StayedRow | null> {
  const { rows } = await sql<StayedRow>`
    SELECT ${placeOfResponse} AS place, response.title, count(*)::integer AS students
      FROM live_posts first JOIN live_phases alone ON alone.id = first.phase_id AND alone.form = 'Form - 1A'
      JOIN live_posts second ON second.session_id = first.session_id AND second.account_id = first.account_id AND second.response_id = first.response_id
      JOIN live_phases after ON after.id = second.phase_id AND after.form = 'Form - 1B'
      JOIN question_responses response ON response.id = first.response_id AND NOT response.is_valid
     WHERE first.session_id = ${sessionId}
     GROUP BY response.id ORDER BY students DESC, response.position LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** The percent below which returned work counts as low, in a class. */
export interface LowInClass {
  course_id: number;
  low: number;
}

export interface WorkFactRow {
  course_id: number;
  account_id: number;
  kind: 'overdue' | 'returned';
  at: Date;
  percent: number | null;
  is_of_many: boolean;
}

/**
 * Lists overdue work of the current students of classes, and the latest work returned to each with a grade.
 * `is_of_many`: at least half of the students with that work are overdue, or low.
 */
export async function listWorkFacts(db: Db, classes: readonly LowInClass[], mostReturned: number): Promise<WorkFactRow[]> {
  const { rows } = await sql<WorkFactRow>`
    WITH class AS (
      SELECT * FROM unnest(${classes.map(({ course_id }) => course_id)}::bigint[], ${classes.map(({ low }) => low)}::integer[]) AS class (id, low)
    ), work AS (
      SELECT works.id, works.course_id, works.due_at, works.posted_at, works.max_points, class.low FROM class JOIN work_facts works ON works.course_id = class.id
       WHERE works.is_posted AND works.work_type <> 'MATERIAL'
    ), standing AS (
      SELECT work.id, work.course_id, standing.account_id, work.due_at AS at,
             is_overdue(standing.state, standing.excused, work.due_at, work.posted_at, standing.assigned_at, app_now()) AS is_so
        FROM submission_standings standing JOIN work ON work.id = standing.course_work_id
    ), given AS (
      SELECT given.id, work.course_id, given.course_work_id, given.account_id, given.returned_at AS at,
             (100 * given.assigned_grade / work.max_points)::float8 AS percent, 100 * given.assigned_grade < work.low * work.max_points AS is_so
        FROM submission_facts given JOIN work ON work.id = given.course_work_id
        JOIN class_students student ON student.course_id = work.course_id AND student.account_id = given.account_id
       WHERE given.state = 'RETURNED' AND given.returned_at IS NOT NULL AND given.assigned_grade IS NOT NULL AND NOT given.excused AND work.max_points > 0
    )
    SELECT course_id, account_id, 'overdue' AS kind, at, NULL::float8 AS percent, is_of_many
      FROM (SELECT *, ${isOfMany(sql`id`)} AS is_of_many FROM standing) overdue WHERE is_so
    UNION ALL
    SELECT course_id, account_id, 'returned', at, percent, is_so AND is_of_many
      FROM (SELECT *, ${isOfMany(sql`course_work_id`)} AS is_of_many,
                   row_number() OVER (PARTITION BY course_id, account_id ORDER BY at DESC, id DESC) AS place FROM given) returned
     WHERE place <= ${mostReturned}`.execute(db);
  return rows;
}

/** True when at least half of the students with a work, and more than one, are so. */
const isOfMany = (work: RawBuilder<unknown>) =>
  sql`count(*) OVER (PARTITION BY ${work}) > 1 AND 2 * count(*) FILTER (WHERE is_so) OVER (PARTITION BY ${work}) >= count(*) OVER (PARTITION BY ${work})`;

export interface NamedRow {
  course_id: number;
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

/** Lists the students of classes by name, with their dismissals. */
export async function listNames(db: Db, courseIds: readonly number[]): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    SELECT student.course_id, person.id AS account_id, person.first_name, person.last_name, done.done_at, coalesce(done.seen_at, done.done_at) AS seen_at, done.note,
           author.first_name AS by_first_name, author.last_name AS by_last_name
      FROM class_students student JOIN people person ON person.id = student.account_id AND person.status
      LEFT JOIN attention_done done ON done.course_id = student.course_id AND done.account_id = student.account_id
      LEFT JOIN people author ON author.id = done.done_by
     WHERE student.course_id = ANY(${[...courseIds]}::bigint[])
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

export interface OwnClassRow {
  course_id: number;
  class_name: string;
}

/** Lists the active classes that somebody teaches, by name. */
export async function listOwnClasses(db: Db, accountId: number): Promise<OwnClassRow[]> {
  const { rows } = await sql<OwnClassRow>`
    SELECT class_facts.id AS course_id, class_facts.name AS class_name
      FROM class_staff JOIN class_facts ON class_facts.id = class_staff.course_id AND class_facts.is_active
     WHERE class_staff.account_id = ${accountId} ORDER BY class_facts.name, class_facts.id`.execute(db);
  return rows;
}
