// The history of the demo's classes before its first day. It is written directly because services can only write what
// happens now.
import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';

/**
 * Returns the school days around today in a time zone, as YYYY-MM-DD: the last `back` days, day 0 (today, or on a
 * weekend the Monday after it), and the next `ahead` days.
 */
export async function listSchoolDays(tx: Tx, timeZone: string, { back, ahead }: { back: number; ahead: number }): Promise<Map<number, string>> {
  const { rows } = await sql<{ number: number; day: string }>`
    WITH clock AS (SELECT (app_now() AT TIME ZONE ${timeZone})::date AS today),
         days AS (SELECT day::date AS day, today FROM clock, generate_series(today - ${back * 2 + 4}::int, today + ${ahead * 2 + 4}::int, interval '1 day') AS day
                   WHERE extract(isodow FROM day) < 6),
         numbered AS (SELECT day, row_number() OVER (ORDER BY day) - count(*) FILTER (WHERE day < today) OVER () - 1 AS number FROM days)
    SELECT number, to_char(day, 'YYYY-MM-DD') AS day FROM numbered WHERE number BETWEEN ${-back} AND ${ahead} ORDER BY number`.execute(tx);
  return new Map(rows.map(({ number, day }) => [Number(number), day]));
}

/** Gives work, and the notifications about it, a date in the past. */
export async function backdateWork(tx: Tx, workId: number, postedAt: Date, { isRead }: { isRead: boolean }): Promise<void> {
  await sql`UPDATE course_works SET created_at = ${postedAt}, posted_at = ${postedAt} WHERE id = ${workId}`.execute(tx);
  await sql`UPDATE submissions SET created_at = ${postedAt}, assigned_at = ${postedAt} WHERE course_work_id = ${workId}`.execute(tx);
  await sql`
    UPDATE notifications SET created_at = ${postedAt}, mailed_at = ${postedAt}, read_at = CASE WHEN ${isRead}::boolean THEN ${postedAt}::timestamptz + interval '3 hours' END
     WHERE key = ${`work:${workId}`}`.execute(tx);
}

/** Renumbers notifications in the order of their dates, because lists sort them by number, newest first. */
export async function orderNotifications(tx: Tx): Promise<void> {
  await sql`
    WITH told AS (DELETE FROM notifications WHERE true RETURNING *)
    INSERT INTO notifications (account_id, kind, key, course_id, actor_id, params, path, created_at, mail_at, mailed_at, read_at)
    SELECT account_id, kind, key, course_id, actor_id, params, path, created_at, mail_at, mailed_at, read_at FROM told ORDER BY created_at, id`.execute(tx);
}

export async function getWorkOfAssessment(tx: Tx, assessmentId: number): Promise<number> {
  return (await tx.selectFrom('course_works').select('id').where('assessment_id', '=', assessmentId).executeTakeFirstOrThrow()).id;
}

/** Inserts two consecutive marking periods of a school: from `first` to `middle`, and from there to `last`. */
export async function insertMarkingPeriods(tx: Tx, schoolId: number, { first, middle, last }: { first: string; middle: string; last: string }): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO marking_periods (name, start_date, end_date)
      VALUES ('Half term 1', ${first}::date, ${middle}::date - 1), ('Half term 2', ${middle}::date, ${last}::date) RETURNING id)
    INSERT INTO marking_period_schools (marking_period_id, school_id) SELECT id, ${schoolId} FROM made`.execute(tx);
}

/** Inserts the grade settings of a class, with categories. Returns the categories' ids by name. */
export async function insertGradeSettings(tx: Tx, courseId: number, categories: readonly { name: string; point: number }[]): Promise<Map<string, number>> {
  await tx.insertInto('grade_settings').values({ course_id: courseId, calculation_type: 'WEIGHTED_BY_CATEGORY' }).execute();
  const rows = await tx
    .insertInto('grade_categories')
    .values(categories.map((category, index) => ({ ...category, course_id: courseId, position: index + 1 })))
    .returning(['id', 'name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** Returns the submissions of a work by student. */
export async function listSubmissionIds(tx: Tx, workId: number): Promise<Map<number, number>> {
  const rows = await tx.selectFrom('submissions').select(['account_id', 'id']).where('course_work_id', '=', workId).execute();
  return new Map(rows.map(({ account_id, id }) => [account_id, id]));
}

export interface HandIn {
  submission_id: number;
  account_id: number;
  at: Date;
  late: boolean;
  short_answer: string | null;
  choice: string | null;
  file_id: number | null;
  title: string | null;
}

export async function insertHandIns(tx: Tx, handIns: readonly HandIn[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(handIns)}::jsonb) AS given
    (submission_id bigint, account_id bigint, at timestamptz, late boolean, short_answer text, choice text, file_id bigint, title text)`;
  await sql`
    UPDATE submissions SET state = 'TURNED_IN', late = given.late, turned_in_at = given.at, short_answer = given.short_answer, choice = given.choice
      FROM ${rows} WHERE submissions.id = given.submission_id`.execute(tx);
  await sql`
    INSERT INTO submission_attachments (submission_id, position, title, file_id)
    SELECT submission_id, 1, title, file_id FROM ${rows} WHERE file_id IS NOT NULL`.execute(tx);
  await sql`
    INSERT INTO submission_history (submission_id, at, account_id, state, late, answer)
    SELECT submission_id, at, account_id, 'TURNED_IN', late,
           CASE WHEN file_id IS NOT NULL THEN jsonb_build_object('attachments', jsonb_build_array(jsonb_build_object('title', title, 'file_id', file_id)), 'file_ids', jsonb_build_array(file_id))
                WHEN choice IS NOT NULL THEN jsonb_build_object('choice', choice) ELSE jsonb_build_object('text', short_answer) END
      FROM ${rows} ORDER BY at`.execute(tx);
}

export interface Graded {
  submission_id: number;
  /** The grade, or null for a student who is excused. */
  grade: number | null;
  message: string | null;
}

interface Act {
  courseId: number;
  teacherId: number;
  at: Date;
}

/**
 * Inserts the grades of one work as one act of its teacher. With `returned`, a second act returns them to the students.
 */
export async function insertGrades(tx: Tx, { courseId, teacherId, at }: Act, grades: readonly Graded[], returned: boolean): Promise<void> {
  if (grades.length === 0) return;
  const rows = sql`jsonb_to_recordset(${JSON.stringify(grades)}::jsonb) AS given (submission_id bigint, grade numeric, message text)`;
  const act = async (kind: string, count: number): Promise<number> => {
    const values = { course_id: courseId, account_id: teacherId, kind, at, cell_count: count };
    return (await tx.insertInto('grade_acts').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const edit = await act('edit', grades.length);
  await sql`
    UPDATE submissions SET draft_grade = given.grade, excused = given.grade IS NULL, grade_revision = 1 FROM ${rows} WHERE submissions.id = given.submission_id`.execute(
    tx,
  );
  await sql`
    INSERT INTO grade_changes (submission_id, revision, act_id, draft, excused, state)
    SELECT submissions.id, 1, ${edit}, draft_grade, excused, state FROM ${rows} JOIN submissions ON submissions.id = given.submission_id`.execute(tx);
  if (!returned) return;
  const back = await act('return', grades.filter(({ grade }) => grade !== null).length);
  await sql`
    UPDATE submissions SET assigned_grade = draft_grade, state = 'RETURNED', returned_at = ${at}, grade_revision = 2
      FROM ${rows} WHERE submissions.id = given.submission_id AND given.grade IS NOT NULL`.execute(tx);
  await sql`
    INSERT INTO grade_changes (submission_id, revision, act_id, draft, assigned, excused, state)
    SELECT submissions.id, 2, ${back}, draft_grade, assigned_grade, excused, state
      FROM ${rows} JOIN submissions ON submissions.id = given.submission_id WHERE given.grade IS NOT NULL`.execute(tx);
  await sql`
    INSERT INTO submission_history (submission_id, at, account_id, state, late)
    SELECT submissions.id, ${at}, ${teacherId}, 'RETURNED', late FROM ${rows} JOIN submissions ON submissions.id = given.submission_id WHERE given.grade IS NOT NULL`.execute(
    tx,
  );
  await sql`
    INSERT INTO submission_messages (submission_id, account_id, message, created_at)
    SELECT submission_id, ${teacherId}, message, ${at} FROM ${rows} WHERE message IS NOT NULL`.execute(tx);
}

export interface PastAnnouncement {
  courseId: number;
  creatorId: number;
  text: string;
  postedAt: Date;
  links: readonly { title: string; url: string }[];
  comments: readonly { account_id: number; comment: string; at: Date }[];
}

/** Inserts an announcement to a whole class, with the students' replies. */
export async function insertAnnouncement(tx: Tx, { courseId, creatorId, text, postedAt, links, comments }: PastAnnouncement): Promise<void> {
  const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
  const { id } = await tx
    .insertInto('announcements')
    .values({
      course_id: courseId,
      creator_id: creatorId,
      text: JSON.stringify(document),
      summary: text,
      posted_at: postedAt,
      created_at: postedAt,
      listed_at: postedAt,
      assignee_mode: 'ALL_STUDENTS',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (links.length > 0)
    await tx
      .insertInto('announcement_materials')
      .values(links.map((link, index) => ({ ...link, announcement_id: id, position: index + 1, kind: 'link' })))
      .execute();
  if (comments.length > 0)
    await tx
      .insertInto('announcement_comments')
      .values(comments.map(({ at, ...comment }) => ({ ...comment, announcement_id: id, by_student: true, created_at: at })))
      .execute();
}
