import { ASKED_FILE } from '../../school/files/index.ts';
import type { Form, RichTextDocument } from '@classwright/contract';
import { sql } from 'kysely';
import { type Db, nameOrder, type Tx } from '../../../platform/database/index.ts';

export interface WorkProductRow {
  id: number;
  session_id: number;
  assessment_id: number;
  course_id: number;
  title: string;
  account_id: number;
  first_name: string;
  last_name: string;
  state: 'waiting' | 'made' | 'missing';
  file_id: number | null;
  made_at: Date | null;
}

const selectProducts = (db: Db) =>
  db
    .selectFrom('work_products')
    .innerJoin('live_runs', 'live_runs.id', 'work_products.session_id')
    .innerJoin('assessments', 'assessments.id', 'live_runs.assessment_id')
    .innerJoin('people', 'people.id', 'work_products.account_id')
    .select([
      'work_products.id',
      'work_products.session_id',
      'live_runs.assessment_id',
      'live_runs.course_id',
      'assessments.title',
      'work_products.account_id',
      'people.first_name',
      'people.last_name',
      'work_products.state',
      'work_products.file_id',
      'work_products.made_at',
    ]);

/**
 * Records that each participant of a session waits for a work product. Returns the students; it is one statement for
 * any number.
 */
export async function insertProducts(tx: Tx, sessionId: number): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    INSERT INTO work_products (session_id, account_id)
    SELECT session_id, account_id FROM live_participants WHERE session_id = ${sessionId}
    ON CONFLICT (session_id, account_id) DO UPDATE SET state = 'waiting', requested_at = app_now()
    RETURNING account_id`.execute(tx);
  return rows.map(({ account_id }) => account_id);
}

export async function findProduct(db: Db, id: number): Promise<WorkProductRow | null> {
  return (await selectProducts(db).where('work_products.id', '=', id).executeTakeFirst()) ?? null;
}

/** Finds a student's work product of the finished run of an assessment. */
export async function findProductOf(db: Db, assessmentId: number, accountId: number): Promise<WorkProductRow | null> {
  return (
    (await selectProducts(db)
      .where('live_runs.assessment_id', '=', assessmentId)
      .where('live_runs.state', '=', 'finished')
      .where('work_products.account_id', '=', accountId)
      .executeTakeFirst()) ?? null
  );
}

/** Finds the class of a finished assessment; null if it has not finished. */
export async function findFinishedRun(db: Db, assessmentId: number): Promise<{ id: number; course_id: number; title: string } | null> {
  return (
    (await db
      .selectFrom('live_runs')
      .innerJoin('assessments', 'assessments.id', 'live_runs.assessment_id')
      .select(['live_runs.id', 'live_runs.course_id', 'assessments.title'])
      .where('live_runs.assessment_id', '=', assessmentId)
      .where('live_runs.state', '=', 'finished')
      .executeTakeFirst()) ?? null
  );
}

export interface ProductSearch {
  sessionId: number;
  /** The student; null for all students. */
  accountId: number | null;
  limit: number;
  offset: number;
}

/** Lists the work products of a session by the students' names. */
export async function listProducts(db: Db, { sessionId, accountId, limit, offset }: ProductSearch): Promise<WorkProductRow[]> {
  let query = selectProducts(db).where('work_products.session_id', '=', sessionId);
  if (accountId !== null) query = query.where('work_products.account_id', '=', accountId);
  return query.orderBy(nameOrder('people')).orderBy('work_products.id').limit(limit).offset(offset).execute();
}

/** Lists the newest work products of a student that were made, in the student's current classes. */
export async function listMadeProducts(db: Db, accountId: number, most: number): Promise<{ id: number; title: string; made_at: Date; file_id: number }[]> {
  const { rows } = await sql<{ id: number; title: string; made_at: Date; file_id: number }>`
    SELECT product.id, assessment.title, product.made_at, product.file_id
      FROM work_products product JOIN live_runs run ON run.id = product.session_id
      JOIN assessments assessment ON assessment.id = run.assessment_id
      JOIN class_students student ON student.course_id = run.course_id AND student.account_id = product.account_id
     WHERE product.account_id = ${accountId} AND product.file_id IS NOT NULL AND product.made_at IS NOT NULL AND run.state = 'finished'
     ORDER BY product.made_at DESC, product.id DESC LIMIT ${most}`.execute(db);
  return rows;
}

export async function countProducts(db: Db, { sessionId, accountId }: Pick<ProductSearch, 'sessionId' | 'accountId'>) {
  const { rows } = await sql<{ total: number; waiting: number; missing: number }>`
    SELECT count(*)::integer AS total, (count(*) FILTER (WHERE state = 'waiting'))::integer AS waiting,
           (count(*) FILTER (WHERE state = 'missing'))::integer AS missing
      FROM work_products WHERE session_id = ${sessionId} AND (${accountId}::bigint IS NULL OR account_id = ${accountId})`.execute(db);
  return rows[0] as { total: number; waiting: number; missing: number };
}

export interface UnfinishedRow {
  assessment_id: number;
  title: string;
  state: 'waiting' | 'missing';
}

/**
 * Lists the work products that a student still waits for in current classes, newest lesson first, and their number.
 */
export async function listUnfinished(db: Db, accountId: number, { limit, offset }: { limit: number; offset: number }) {
  const { rows } = await sql<UnfinishedRow & { total: number }>`
    SELECT run.assessment_id, assessment.title, product.state, (count(*) OVER ())::integer AS total
      FROM work_products product JOIN live_runs run ON run.id = product.session_id
      JOIN assessments assessment ON assessment.id = run.assessment_id
      JOIN class_students student ON student.course_id = run.course_id AND student.account_id = product.account_id
     WHERE product.account_id = ${accountId} AND product.state <> 'made'
     ORDER BY run.ended_at DESC, product.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return { rows: rows.map(({ assessment_id, title, state }) => ({ assessment_id, title, state })), total: rows[0]?.total ?? 0 };
}

/**
 * Marks products to be made again: those of all students of a session, or of some. Returns their students, up to a
 * maximum.
 */
export async function markWaiting(tx: Tx, sessionId: number, accountIds: readonly number[] | null, most: number): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    UPDATE work_products SET state = 'waiting', requested_at = app_now()
     WHERE id IN (SELECT id FROM work_products
                   WHERE session_id = ${sessionId} AND (${accountIds === null} OR account_id = ANY(${[...(accountIds ?? [])]}::bigint[]))
                   ORDER BY (state = 'missing') DESC, made_at NULLS FIRST, id LIMIT ${most} FOR UPDATE)
    RETURNING account_id`.execute(tx);
  return rows.map(({ account_id }) => account_id);
}

/** Locks the row of a product until commit. */
export async function lockProduct(tx: Tx, sessionId: number, accountId: number): Promise<{ id: number; file_id: number | null } | null> {
  return (
    (await tx
      .selectFrom('work_products')
      .select(['id', 'file_id'])
      .where('session_id', '=', sessionId)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()) ?? null
  );
}

/** Returns the lesson of the notification. Null if it has not finished. */
export async function findNotifiedLesson(db: Db, sessionId: number): Promise<{ assessment_id: number; course_id: number; title: string } | null> {
  return (
    (await db
      .selectFrom('live_runs')
      .innerJoin('assessments', 'assessments.id', 'live_runs.assessment_id')
      .select(['live_runs.assessment_id', 'live_runs.course_id', 'assessments.title'])
      .where('live_runs.id', '=', sessionId)
      .where('live_runs.state', '=', 'finished')
      .executeTakeFirst()) ?? null
  );
}

/**
 * The age after which a request no longer leads to a notification, since an earlier notification of it may be deleted
 * already.
 */
const LATELY = sql.lit('1 day');

/** Lists the students whose product was made since it was last requested, and who were not notified since. */
export async function listUnnotified(db: Db, sessionId: number, key: string): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT product.account_id FROM work_products product
     WHERE product.session_id = ${sessionId} AND product.state = 'made' AND product.requested_at > (SELECT app_now()) - interval ${LATELY}
       AND NOT EXISTS (SELECT 1 FROM notifications told
                        WHERE told.account_id = product.account_id AND told.key = ${key} AND told.created_at >= product.requested_at)`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Returns true when more products of a session will be made. */
export async function isAwaited(db: Db, sessionId: number): Promise<boolean> {
  const { rows } = await sql<{ is_awaited: boolean }>`
    SELECT EXISTS (SELECT 1 FROM work_products
                    WHERE session_id = ${sessionId} AND state = 'waiting' AND requested_at > (SELECT app_now()) - interval ${LATELY}) AS is_awaited`.execute(
    db,
  );
  return rows[0]?.is_awaited ?? false;
}

export async function setMade(tx: Tx, id: number, fileId: number): Promise<void> {
  await tx.updateTable('work_products').set({ state: 'made', file_id: fileId, made_at: sql`app_now()` }).where('id', '=', id).execute();
}

/** Records that it could not be made; an older one is kept. */
export async function setMissing(db: Db, sessionId: number, accountId: number): Promise<void> {
  await db
    .updateTable('work_products')
    .set({ state: 'missing' })
    .where('session_id', '=', sessionId)
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Selects the work products that use the file. */
export const productsWithFile = sql`SELECT FROM work_products WHERE file_id = ${ASKED_FILE}`;

/** Returns the student and the class of the work product that a file is. */
export async function findProductWithFile(db: Db, fileId: number): Promise<{ account_id: number; course_id: number } | null> {
  return (
    (await db
      .selectFrom('work_products')
      .innerJoin('live_runs', 'live_runs.id', 'work_products.session_id')
      .select(['work_products.account_id', 'live_runs.course_id'])
      .where('work_products.file_id', '=', fileId)
      .executeTakeFirst()) ?? null
  );
}

export interface LessonRow {
  session_id: number;
  assessment_id: number;
  course_id: number;
  title: string;
  ended_at: Date;
  course_name: string;
  school_id: number | null;
  school_name: string | null;
  teacher_first_name: string;
  teacher_last_name: string;
  first_name: string;
  last_name: string;
  /** The number of students who logged in. */
  logged_in: number;
}

/**
 * Returns the header of a student's work product; null if the lesson has not finished, or the student did not take
 * part.
 */
export async function findLesson(db: Db, sessionId: number, accountId: number): Promise<LessonRow | null> {
  const { rows } = await sql<LessonRow>`
    SELECT session.id AS session_id, session.assessment_id, session.course_id, assessment.title, session.ended_at, course.name AS course_name, course.school_id,
           school.school_name, owner.first_name AS teacher_first_name, owner.last_name AS teacher_last_name,
           student.first_name, student.last_name,
           (SELECT count(*)::integer FROM live_participants WHERE session_id = session.id) AS logged_in
      FROM live_sessions session JOIN live_participants participant ON participant.session_id = session.id AND participant.account_id = ${accountId}
      JOIN assessments assessment ON assessment.id = session.assessment_id
      JOIN class_facts course ON course.id = session.course_id LEFT JOIN schools school ON school.id = course.school_id
      JOIN people owner ON owner.id = assessment.account_id JOIN people student ON student.id = participant.account_id
     WHERE session.id = ${sessionId} AND session.state = 'finished'`.execute(db);
  return rows[0] ?? null;
}

export interface FormRow {
  form: Form;
  position: 1 | 2;
  question_version_id: number;
}

/** Lists the forms that a session opened, in order, with the question of each. */
export async function listForms(db: Db, sessionId: number): Promise<FormRow[]> {
  const { rows } = await sql<FormRow>`
    SELECT form, CASE form WHEN 'Form - 2' THEN 2 ELSE 1 END AS position, question_version_id
      FROM live_forms_opened WHERE session_id = ${sessionId} ORDER BY id`.execute(db);
  return rows;
}

export interface AnswerRow {
  form: Form;
  response_id: number | null;
  comment: RichTextDocument;
  comment_text: string;
  filed_by: 'student' | 'server';
}

/** Lists one student's answers in a session, as classmates could read them. */
export async function listAnswers(db: Db, sessionId: number, accountId: number): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    SELECT phase.form, post.response_id, post.comment, post.comment_text, post.filed_by
      FROM live_posts post JOIN live_phases phase ON phase.id = post.phase_id
     WHERE post.session_id = ${sessionId} AND post.account_id = ${accountId}`.execute(db);
  return rows;
}

export interface LateRow {
  form: Form;
  response_id: number | null;
  comment: RichTextDocument;
}

/** Lists a student's late answers, oldest first: for each form the answers if there are any, otherwise the draft. */
export async function listLate(db: Db, sessionId: number, accountId: number): Promise<LateRow[]> {
  const { rows } = await sql<LateRow>`
    SELECT form, response_id, comment FROM (
      SELECT *, bool_or(kind = 'answer') OVER (PARTITION BY form) AS is_answered FROM live_late_answers
       WHERE session_id = ${sessionId} AND account_id = ${accountId}) AS late
     WHERE kind = 'answer' OR NOT is_answered
     ORDER BY id`.execute(db);
  return rows;
}

/** Counts the choices of each response in each form. */
export async function listCounts(db: Db, sessionId: number): Promise<{ form: Form; response_id: number; count: number }[]> {
  const { rows } = await sql<{ form: Form; response_id: number; count: number }>`
    SELECT form, response_id, count(*)::integer AS count FROM session_results WHERE session_id = ${sessionId} GROUP BY form, response_id`.execute(db);
  return rows;
}

export interface EngagementRow {
  likes_given: number;
  likes_from_staff: number;
  likes_from_classmates: number;
  comments_given: number;
  comments_from_staff: number;
  comments_from_classmates: number;
}

/**
 * Counts likes and comments of one student in a session, without dislikes and replies (LIVE-49), and without the
 * student's own comments on their post.
 */
export async function getEngagement(db: Db, sessionId: number, accountId: number): Promise<EngagementRow> {
  const { rows } = await sql<EngagementRow>`
    WITH posts AS (SELECT id, account_id FROM live_posts WHERE session_id = ${sessionId}),
         likes AS (SELECT posts.account_id AS author, reaction.account_id, reaction.by_student
                     FROM posts JOIN post_reactions reaction ON reaction.post_id = posts.id AND reaction.reaction = 'like'),
         remarks AS (SELECT posts.account_id AS author, comment.account_id, comment.by_student FROM posts JOIN post_comments comment ON comment.post_id = posts.id)
    SELECT (SELECT count(*)::integer FROM likes WHERE account_id = ${accountId} AND by_student) AS likes_given,
           (SELECT count(*)::integer FROM likes WHERE author = ${accountId} AND NOT by_student) AS likes_from_staff,
           (SELECT count(*)::integer FROM likes WHERE author = ${accountId} AND by_student AND account_id <> ${accountId}) AS likes_from_classmates,
           (SELECT count(*)::integer FROM remarks WHERE account_id = ${accountId} AND by_student) AS comments_given,
           (SELECT count(*)::integer FROM remarks WHERE author = ${accountId} AND NOT by_student) AS comments_from_staff,
           (SELECT count(*)::integer FROM remarks WHERE author = ${accountId} AND by_student AND account_id <> ${accountId}) AS comments_from_classmates`.execute(
    db,
  );
  return rows[0] as EngagementRow;
}

export interface RemarkRow {
  id: number;
  /** The comment that it replies to; null for a comment on the student's own answer. */
  comment_id: number | null;
  form: Form;
  account_id: number;
  by_student: boolean;
  first_name: string;
  last_name: string;
  text: string;
  created_at: Date;
}

/** Selects whether a comment or reply is hidden from the class. */
const isHidden = (type: 'comment' | 'reply', id: string) => sql`EXISTS (
  SELECT FROM live_hidden WHERE live_hidden.is_hidden AND live_hidden.subject_type = ${type} AND live_hidden.subject_id = ${sql.ref(id)})`;

/**
 * Lists comments on a student's answers with their replies, oldest first, without those that are hidden from the class
 * (LIVE-114); if there are too many, staff's comments take precedence over classmates'.
 */
export async function listRemarks(db: Db, sessionId: number, accountId: number, most: number): Promise<RemarkRow[]> {
  const { rows } = await sql<RemarkRow>`
    WITH chosen AS (
      SELECT comment.id, phase.form FROM live_posts post JOIN live_phases phase ON phase.id = post.phase_id
        JOIN post_comments comment ON comment.post_id = post.id
       WHERE post.session_id = ${sessionId} AND post.account_id = ${accountId} AND NOT ${isHidden('comment', 'comment.id')}
       ORDER BY comment.by_student, comment.id LIMIT ${most}
    ), said AS (
      SELECT comment.id, NULL::bigint AS comment_id, chosen.form, comment.account_id, comment.by_student, comment.comment AS text, comment.created_at
        FROM chosen JOIN post_comments comment ON comment.id = chosen.id
      UNION ALL
      SELECT reply.id, reply.comment_id, chosen.form, reply.account_id, reply.by_student, reply.reply, reply.created_at
        FROM chosen JOIN comment_replies reply ON reply.comment_id = chosen.id AND NOT ${isHidden('reply', 'reply.id')}
    )
    SELECT said.*, people.first_name, people.last_name FROM said JOIN people ON people.id = said.account_id
     ORDER BY said.created_at, said.id`.execute(db);
  return rows;
}
