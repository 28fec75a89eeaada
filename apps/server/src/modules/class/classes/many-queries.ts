import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';
import type { MemberRole } from './queries.ts';

interface Place {
  courseId: number;
  accountId: number;
  role: MemberRole;
}

/** Enrolls people of the class's school who are not in it. Returns them. */
export async function enrollEach(tx: Tx, places: readonly Place[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    INSERT INTO course_members (course_id, account_id, role)
    SELECT given.course_id, given.account_id, given.role
      FROM unnest(${places.map(({ courseId }) => courseId)}::bigint[], ${places.map(({ accountId }) => accountId)}::bigint[], ${places.map(({ role }) => role)}::text[])
        AS given (course_id, account_id, role)
     -- looked up one by one: right after many were made nobody has counted them, and a join would read them all
     WHERE (SELECT school_id FROM courses WHERE id = given.course_id) = (SELECT school_id FROM people WHERE id = given.account_id)
     ORDER BY given.course_id, given.account_id
    ON CONFLICT (course_id, account_id) DO UPDATE SET role = excluded.role, left_at = NULL WHERE course_members.left_at IS NOT NULL
    RETURNING course_id AS "courseId", account_id AS "accountId", role`.execute(tx);
  return rows;
}

/**
 * Changes the roles of people who are in the class with another role, except the owner. Returns the changed people.
 */
export async function changeMemberRoles(tx: Tx, courseId: number, accountIds: readonly number[], role: MemberRole): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    UPDATE course_members SET role = ${role} FROM courses
     WHERE courses.id = course_members.course_id AND course_id = ${courseId} AND account_id = ANY(${[...accountIds]}::bigint[])
       AND left_at IS NULL AND role <> ${role} AND account_id <> courses.owner_id
    RETURNING account_id`.execute(tx);
  return rows.map(({ account_id }) => account_id);
}

/** Locks classes until commit, always in the same order. */
export async function lockCourseRows(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`SELECT id FROM courses WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(tx);
}

/** Erases classes with their members. */
export async function deleteCourses(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`DELETE FROM course_members WHERE course_id = ANY(${[...ids]}::bigint[])`.execute(tx);
  await sql`DELETE FROM courses WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}
