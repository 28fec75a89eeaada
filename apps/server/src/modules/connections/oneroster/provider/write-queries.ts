import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';

/** Locks an app until commit, so that two simultaneous writes of it run one after the other. */
export async function lockWriter(tx: Tx, clientId: number): Promise<void> {
  await sql`SELECT FROM api_clients WHERE id = ${clientId} FOR NO KEY UPDATE`.execute(tx);
}

export interface RecordRow {
  sourced_id: string;
  api_client_id: number;
  local_id: number;
  grade_revision: number | null;
}

/** Finds a record that an app created, by the app's own id. */
export async function findRecord(db: Db, schoolId: number, kind: 'lineItem' | 'result', sourcedId: string): Promise<RecordRow | null> {
  const { rows } = await sql<RecordRow>`
    SELECT sourced_id, api_client_id, local_id, grade_revision FROM api_client_records
     WHERE school_id = ${schoolId} AND kind = ${kind} AND sourced_id = ${sourcedId}`.execute(db);
  return rows[0] ?? null;
}

export async function findRecordOf(db: Db, kind: 'lineItem' | 'result', localId: number): Promise<RecordRow | null> {
  const { rows } = await sql<RecordRow>`
    SELECT sourced_id, api_client_id, local_id, grade_revision FROM api_client_records WHERE kind = ${kind} AND local_id = ${localId}`.execute(db);
  return rows[0] ?? null;
}

interface NewRecord {
  schoolId: number;
  kind: 'lineItem' | 'result';
  sourcedId: string;
  clientId: number;
  localId: number;
  revision: number | null;
}

/** Stores the app's id of a record, and the revision of the grade that it wrote. */
export async function saveRecord(tx: Tx, { schoolId, kind, sourcedId, clientId, localId, revision }: NewRecord): Promise<void> {
  await sql`
    INSERT INTO api_client_records (school_id, kind, sourced_id, api_client_id, local_id, grade_revision)
    VALUES (${schoolId}, ${kind}, ${sourcedId}, ${clientId}, ${localId}, ${revision})
    ON CONFLICT (school_id, kind, sourced_id) DO UPDATE SET grade_revision = excluded.grade_revision
     WHERE api_client_records.api_client_id = excluded.api_client_id AND api_client_records.local_id = excluded.local_id`.execute(tx);
}

export async function deleteRecord(tx: Tx, kind: 'lineItem' | 'result', localId: number): Promise<void> {
  await sql`DELETE FROM api_client_records WHERE kind = ${kind} AND local_id = ${localId}`.execute(tx);
}

/** Deletes the results of a work that apps created, together with it. */
export async function deleteRecordsOfWork(tx: Tx, workId: number): Promise<void> {
  await deleteRecord(tx, 'lineItem', workId);
  await sql`
    DELETE FROM api_client_records WHERE kind = 'result' AND local_id IN (SELECT id FROM submission_facts WHERE course_work_id = ${workId})`.execute(tx);
}

export interface ClassRow {
  owner_id: number;
  is_active: boolean;
}

/** Locks a class until commit. */
export async function holdClass(tx: Tx, courseId: number): Promise<ClassRow> {
  const { rows } = await sql<ClassRow>`
    SELECT owner_id, is_active FROM class_facts WHERE id = ${courseId} FOR SHARE`.execute(tx);
  return rows[0] as ClassRow;
}

/** Finds the category of a class by its sourcedId; undefined if the class has none with it, null for no category. */
export async function findCategory(db: Db, courseId: number, sourcedId: string): Promise<number | null | undefined> {
  if (sourcedId === `category-class-${courseId}`) return null;
  const id = /^category-([1-9]\d{0,14})$/.exec(sourcedId)?.[1];
  if (id === undefined) return undefined;
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM grade_categories WHERE id = ${Number(id)} AND course_id = ${courseId} AND archived_at IS NULL`.execute(db);
  return rows[0]?.id;
}

export interface CellRow {
  id: number;
  course_id: number;
  draft_grade: number | null;
  assigned_grade: number | null;
  excused: boolean;
  grade_revision: number;
}

/** Finds the submission of a student who is in the class now and has the work; null if there is none. */
export async function findCell(db: Db, workId: number, accountId: number): Promise<CellRow | null> {
  const { rows } = await sql<CellRow>`
    SELECT submission.id, submission.course_id, submission.draft_grade, submission.assigned_grade, submission.excused, submission.grade_revision
      FROM submission_facts submission JOIN class_students student ON student.course_id = submission.course_id AND student.account_id = submission.account_id
     WHERE submission.course_work_id = ${workId} AND submission.account_id = ${accountId} AND submission.assigned_at IS NOT NULL`.execute(db);
  return rows[0] ?? null;
}

/** Finds the same by its own id, also for a student who has left. */
export async function findCellById(db: Db, id: number): Promise<CellRow | null> {
  const { rows } = await sql<CellRow>`
    SELECT id, course_id, draft_grade, assigned_grade, excused, grade_revision FROM submission_facts WHERE id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Counts the students with a grade or an excuse of a work that this app did not write, or that was changed since. */
export async function countGradesOfOthers(db: Db, workId: number, clientId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM submission_facts submission
     WHERE submission.course_work_id = ${workId} AND (submission.draft_grade IS NOT NULL OR submission.assigned_grade IS NOT NULL OR submission.excused)
       AND NOT EXISTS (SELECT FROM api_client_records own WHERE own.kind = 'result' AND own.local_id = submission.id
         AND own.api_client_id = ${clientId} AND own.grade_revision = submission.grade_revision)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the day and the time of a moment in a zone. */
export async function findLocalTime(db: Db, moment: Date, timeZone: string): Promise<{ day: string; time: string }> {
  const { rows } = await sql<{ day: string; time: string }>`
    SELECT to_char(${moment}::timestamptz AT TIME ZONE ${timeZone}::text, 'YYYY-MM-DD') AS day, to_char(${moment}::timestamptz AT TIME ZONE ${timeZone}::text, 'HH24:MI:SS') AS time
      FROM (SELECT) one`.execute(db);
  return rows[0] as { day: string; time: string };
}
