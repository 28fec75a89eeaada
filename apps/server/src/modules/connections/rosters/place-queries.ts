import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

interface Pair {
  courseId: number;
  accountId: number;
}

/** Returns the current memberships among these pairs of people and classes, with their roles. */
export async function listPlacesOf(db: Db, pairs: readonly Pair[]): Promise<(Pair & { role: 'TEACHER' | 'STUDENT' })[]> {
  if (pairs.length === 0) return [];
  const { rows } = await sql<Pair & { role: 'TEACHER' | 'STUDENT' }>`
    SELECT standing.course_id AS "courseId", standing.account_id AS "accountId", standing.role
      FROM unnest(${pairs.map(({ courseId }) => courseId)}::bigint[], ${pairs.map(({ accountId }) => accountId)}::bigint[]) AS asked (course_id, account_id)
      JOIN class_standings standing USING (course_id, account_id) WHERE standing.left_at IS NULL`.execute(db);
  return rows;
}
