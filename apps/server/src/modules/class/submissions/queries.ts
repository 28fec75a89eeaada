import type { SubmissionState } from '@classwright/rules/grading/submissions';
import { type RawBuilder, sql } from 'kysely';
import { type Db, nameOrder, type Tx } from '../../../platform/database/index.ts';

export interface SubmissionRow {
  id: number;
  course_id: number;
  course_work_id: number;
  account_id: number;
  first_name: string;
  last_name: string;
  state: SubmissionState;
  late: boolean;
  assigned_at: Date | null;
  turned_in_at: Date | null;
  returned_at: Date | null;
  short_answer: string | null;
  choice: string | null;
  draft_grade: number | null;
  assigned_grade: number | null;
  excused: boolean;
  grade_revision: number;
}

const columns = sql`submissions.id, submissions.course_id, submissions.course_work_id, submissions.account_id, people.first_name, people.last_name,
  submissions.state, submissions.late, submissions.assigned_at, submissions.turned_in_at, submissions.returned_at, submissions.short_answer, submissions.choice,
  submissions.draft_grade, submissions.assigned_grade, submissions.excused, submissions.grade_revision`;
const from = sql`submissions JOIN people ON people.id = submissions.account_id`;

export async function findSubmission(db: Db, id: number): Promise<SubmissionRow | null> {
  const { rows } = await sql<SubmissionRow>`SELECT ${columns} FROM ${from} WHERE submissions.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Finds a student's submission of a work, while it is assigned. */
export async function findAssigned(db: Db, workId: number, accountId: number): Promise<SubmissionRow | null> {
  const { rows } = await sql<SubmissionRow>`
    SELECT ${columns} FROM ${from}
     WHERE submissions.course_work_id = ${workId} AND submissions.account_id = ${accountId} AND submissions.assigned_at IS NOT NULL`.execute(db);
  return rows[0] ?? null;
}

/** Finds the same, locked until commit. */
export async function lockAssigned(tx: Tx, workId: number, accountId: number): Promise<SubmissionRow | null> {
  const { rows } = await sql<SubmissionRow>`
    SELECT ${columns} FROM ${from}
     WHERE submissions.course_work_id = ${workId} AND submissions.account_id = ${accountId} AND submissions.assigned_at IS NOT NULL
       FOR UPDATE OF submissions`.execute(tx);
  return rows[0] ?? null;
}

/** Returns a work's submissions of the current students of its class, by name; with an account, only that one's. */
export async function listOfWork(db: Db, courseId: number, workId: number, accountId: number | null): Promise<SubmissionRow[]> {
  const { rows } = await sql<SubmissionRow>`
    SELECT ${columns} FROM ${from}
      JOIN class_students ON class_students.course_id = submissions.course_id AND class_students.account_id = submissions.account_id
     WHERE submissions.course_work_id = ${workId} AND submissions.course_id = ${courseId} AND submissions.assigned_at IS NOT NULL
       ${accountId === null ? sql`` : sql`AND submissions.account_id = ${accountId}`}
     ORDER BY ${nameOrder('people')}, people.id`.execute(db);
  return rows;
}

export interface AttachmentRow {
  title: string;
  file_id: number;
  is_work_product: boolean;
}

export async function listAttachments(db: Db, submissionId: number): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`
    SELECT title, file_id, is_work_product FROM submission_attachments
     WHERE submission_id = ${submissionId} AND file_id IS NOT NULL ORDER BY position`.execute(db);
  return rows;
}

/** Replaces the files that the student handed in before; the product's own attachments are kept, after them. */
export async function replaceAttachments(tx: Tx, submissionId: number, files: readonly { id: number; name: string }[]): Promise<void> {
  await sql`DELETE FROM submission_attachments WHERE submission_id = ${submissionId} AND NOT is_work_product`.execute(tx);
  await sql`
    INSERT INTO submission_attachments (submission_id, position, title, file_id)
    SELECT ${submissionId}, place, title, file_id
      FROM unnest(${files.map(({ id }) => id)}::bigint[], ${files.map(({ name }) => name)}::text[]) WITH ORDINALITY AS given (file_id, title, place)`.execute(
    tx,
  );
}

/** Replaces the product's own attachment. */
export async function replaceWorkProduct(tx: Tx, submissionId: number, fileId: number, title: string): Promise<void> {
  await sql`DELETE FROM submission_attachments WHERE submission_id = ${submissionId} AND is_work_product`.execute(tx);
  await sql`
    INSERT INTO submission_attachments (submission_id, position, title, file_id, is_work_product)
    VALUES (${submissionId}, 1000, ${title}, ${fileId}, true)`.execute(tx);
}

export interface HandIn {
  late: boolean;
  short_answer: string | null;
  choice: string | null;
}

export async function updateHandedIn(tx: Tx, id: number, { late, short_answer, choice }: HandIn): Promise<void> {
  await sql`
    UPDATE submissions SET state = 'TURNED_IN', late = ${late}, turned_in_at = app_now(), short_answer = ${short_answer}, choice = ${choice}
     WHERE id = ${id}`.execute(tx);
}

/** An earlier answer; its files are listed in `file_ids` too, so that they can be found. */
export interface KeptAnswer {
  text?: string;
  choice?: string;
  attachments?: readonly { title: string; file_id: number }[];
  file_ids?: readonly number[];
}

export interface NewHistory {
  accountId: number | null;
  state: SubmissionState;
  late: boolean;
  answer: KeptAnswer | null;
  origin: string;
}

export async function insertHistory(tx: Tx, submissionId: number, { accountId, state, late, answer, origin }: NewHistory): Promise<void> {
  await sql`
    INSERT INTO submission_history (submission_id, account_id, state, late, answer, origin)
    VALUES (${submissionId}, ${accountId}, ${state}, ${late}, ${answer === null ? null : JSON.stringify(answer)}::jsonb, ${origin})`.execute(tx);
}

export interface HistoryRow {
  at: Date;
  account_id: number | null;
  state: SubmissionState;
  late: boolean;
  has_answer: boolean;
}

export async function listHistory(db: Db, submissionId: number): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    SELECT at, account_id, state, late, answer IS NOT NULL AS has_answer FROM submission_history WHERE submission_id = ${submissionId} ORDER BY id`.execute(db);
  return rows;
}

export interface GradeHistoryRow {
  act_id: number;
  revision: number;
  kind: string;
  at: Date;
  account_id: number | null;
  draft: number | null;
  assigned: number | null;
  excused: boolean;
}

export async function listGradeHistory(db: Db, submissionId: number): Promise<GradeHistoryRow[]> {
  const { rows } = await sql<GradeHistoryRow>`
    SELECT grade_changes.act_id, grade_changes.revision, grade_acts.kind, grade_acts.at, grade_acts.account_id, grade_changes.draft, grade_changes.assigned, grade_changes.excused
      FROM grade_changes JOIN grade_acts ON grade_acts.id = grade_changes.act_id
     WHERE grade_changes.submission_id = ${submissionId} ORDER BY grade_changes.revision`.execute(db);
  return rows;
}

export interface MessageRow {
  id: number;
  submission_id: number;
  message: string;
  created_at: Date;
  account_id: number;
  first_name: string;
  last_name: string;
}

/** Lists the messages that are not withdrawn, oldest first. */
export async function listMessages(db: Db, submissionId: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    SELECT written.id, written.submission_id, written.message, written.created_at, written.account_id, people.first_name, people.last_name
      FROM submission_messages written JOIN people ON people.id = written.account_id
     WHERE written.submission_id = ${submissionId} AND written.withdrawn_at IS NULL ORDER BY written.id`.execute(db);
  return rows;
}

/** Adds one message to each of the submissions; `actId`: the act that returned them, or null. */
export async function insertMessages(
  tx: Tx,
  submissionIds: readonly number[],
  message: { accountId: number; actId: number | null; text: string },
): Promise<void> {
  await sql`
    INSERT INTO submission_messages (submission_id, account_id, act_id, message)
    SELECT id, ${message.accountId}, ${message.actId}, ${message.text} FROM unnest(${[...submissionIds]}::bigint[]) AS id`.execute(tx);
}

/** Withdraws the messages of an act from some submissions, or shows them again. */
export async function setWithdrawn(tx: Tx, actIds: readonly number[], submissionIds: readonly number[], isWithdrawn: boolean): Promise<void> {
  await sql`
    UPDATE submission_messages SET withdrawn_at = CASE WHEN ${isWithdrawn} THEN app_now() END
     WHERE act_id = ANY(${[...actIds]}::bigint[]) AND submission_id = ANY(${[...submissionIds]}::bigint[])`.execute(tx);
}

/** Locks a student's submission of a work until commit, also when it is unassigned. */
export async function lockOfStudent(tx: Tx, workId: number, accountId: number): Promise<{ id: number; state: SubmissionState }> {
  const { rows } = await sql<{ id: number; state: SubmissionState }>`
    SELECT id, state FROM submissions WHERE course_work_id = ${workId} AND account_id = ${accountId} FOR UPDATE`.execute(tx);
  return rows[0]!;
}

export interface HoldingRow {
  id: number;
  course_id: number;
  course_work_id: number;
  account_id: number;
}

/** Selects the submissions that hold a file, now or in an earlier hand-in. */
export const submissionsWith = (file: RawBuilder<number>) => sql<HoldingRow>`
  SELECT id, course_id, course_work_id, account_id FROM submissions
   WHERE id IN (SELECT submission_id FROM submission_attachments WHERE file_id = ${file}
                UNION SELECT submission_id FROM submission_history WHERE answer @> jsonb_build_object('file_ids', jsonb_build_array(${file}::bigint)))`;

/** Lists the submissions that hold a file, newest first. */
export async function listSubmissionsWithFile(db: Db, fileId: number): Promise<HoldingRow[]> {
  const { rows } = await sql<HoldingRow>`${submissionsWith(sql`${fileId}`)} ORDER BY id DESC`.execute(db);
  return rows;
}
