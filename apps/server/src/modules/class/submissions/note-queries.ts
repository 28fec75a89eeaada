import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/** A cell of the gradebook, by item and student. */
interface NotedCell {
  course_work_id: number;
  account_id: number;
}

export interface NoteRow {
  note: string;
  updated_at: Date;
  first_name: string;
  last_name: string;
}

/** Returns the private note of a cell; null if there is none. */
export async function findNote(db: Db, { course_work_id, account_id }: NotedCell): Promise<NoteRow | null> {
  const { rows } = await sql<NoteRow>`
    SELECT written.note, written.updated_at, people.first_name, people.last_name
      FROM submission_notes written JOIN people ON people.id = written.written_by
     WHERE written.course_work_id = ${course_work_id} AND written.account_id = ${account_id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks a submission until commit, so that two people who write about it take turns. */
export async function lockSubmission(tx: Tx, id: number): Promise<void> {
  await sql`SELECT FROM submissions WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
}

/** Replaces a note; an empty one deletes it. */
export async function writeNote(tx: Tx, { course_work_id, account_id }: NotedCell, note: string, by: number): Promise<void> {
  if (note === '') await sql`DELETE FROM submission_notes WHERE course_work_id = ${course_work_id} AND account_id = ${account_id}`.execute(tx);
  else
    await sql`
      INSERT INTO submission_notes (course_work_id, account_id, note, written_by) VALUES (${course_work_id}, ${account_id}, ${note}, ${by})
      ON CONFLICT (course_work_id, account_id) DO UPDATE SET note = excluded.note, written_by = excluded.written_by`.execute(tx);
}
