import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** A term in a school's information system. */
export interface SessionFields {
  title: string;
  type: 'schoolYear' | 'semester' | 'term' | 'gradingPeriod';
  start: string | null;
  end: string | null;
  year: string;
}

export async function insertSession(tx: Tx, schoolId: number, { title, type, start, end, year }: SessionFields): Promise<number> {
  const row = await tx
    .insertInto('academic_sessions')
    .values({ school_id: schoolId, title, type, start_date: start, end_date: end, school_year: year })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Updates a term. Returns false if it no longer exists. */
export async function updateSession(tx: Tx, id: number, { title, type, start, end, year }: SessionFields): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('academic_sessions')
    .set({ title, type, start_date: start, end_date: end, school_year: year })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets the parents of terms; null means no parent. */
export async function setSessionParents(tx: Tx, pairs: readonly { id: number; parentId: number | null }[]): Promise<void> {
  await sql`
    UPDATE academic_sessions SET parent_id = given.parent_id
      FROM unnest(${pairs.map(({ id }) => id)}::bigint[], ${pairs.map(({ parentId }) => parentId)}::bigint[]) AS given (id, parent_id)
     WHERE academic_sessions.id = given.id AND academic_sessions.id IS DISTINCT FROM given.parent_id AND academic_sessions.parent_id IS DISTINCT FROM given.parent_id`.execute(
    tx,
  );
}

/**
 * Erases terms that no class uses and that contain no others except those of the same import. Returns the erased ones.
 */
export async function deleteUnusedSessions(tx: Tx, ids: readonly number[], importId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM academic_sessions session WHERE id = ANY(${[...ids]}::bigint[])
       AND NOT EXISTS (SELECT FROM class_sessions WHERE session_id = session.id)
       AND NOT EXISTS (
         SELECT FROM academic_sessions inner_session WHERE inner_session.parent_id = session.id AND inner_session.id <> ALL(
           ARRAY(SELECT local_id FROM roster_rows WHERE import_id = ${importId} AND kind = 'session' AND outcome = 'new' AND local_id IS NOT NULL)))
    RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Replaces the terms of classes. */
export async function setClassSessions(tx: Tx, classes: readonly { courseId: number; sessionIds: readonly number[] }[]): Promise<void> {
  if (classes.length === 0) return;
  const pairs = classes.flatMap(({ courseId, sessionIds }) => sessionIds.map((sessionId) => ({ courseId, sessionId })));
  const [courses, sessions] = [pairs.map(({ courseId }) => courseId), pairs.map(({ sessionId }) => sessionId)];
  await sql`
    DELETE FROM class_sessions WHERE course_id = ANY(${classes.map(({ courseId }) => courseId)}::bigint[])
       AND (course_id, session_id) NOT IN (SELECT * FROM unnest(${courses}::bigint[], ${sessions}::bigint[]))`.execute(tx);
  await sql`
    INSERT INTO class_sessions (course_id, session_id) SELECT * FROM unnest(${courses}::bigint[], ${sessions}::bigint[]) ON CONFLICT DO NOTHING`.execute(tx);
}
