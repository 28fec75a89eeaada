import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';
import type { MemberRole } from './queries.ts';

/** Ends current memberships, except the owner's. Returns the people concerned. */
export async function endMemberships(tx: Tx, courseId: number, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    UPDATE course_members SET left_at = app_now() FROM courses
     WHERE courses.id = course_members.course_id AND course_id = ${courseId} AND account_id = ANY(${[...accountIds]}::bigint[])
       AND left_at IS NULL AND account_id <> courses.owner_id
    RETURNING account_id`.execute(tx);
  return rows.map(({ account_id }) => account_id);
}

/** Revives memberships that ended within this time, of active people of the class's school, in their old roles. */
export async function reviveMemberships(
  tx: Tx,
  courseId: number,
  accountIds: readonly number[],
  withinMinutes: number,
): Promise<{ account_id: number; role: MemberRole }[]> {
  const { rows } = await sql<{ account_id: number; role: MemberRole }>`
    UPDATE course_members SET left_at = NULL FROM courses, people
     WHERE courses.id = course_members.course_id AND course_id = ${courseId} AND account_id = ANY(${[...accountIds]}::bigint[])
       AND people.id = account_id AND people.status AND people.school_id = courses.school_id
       AND left_at > app_now() - make_interval(mins => ${withinMinutes})
    RETURNING account_id, role`.execute(tx);
  return rows;
}
