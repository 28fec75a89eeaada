import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/** What a submission hangs on of its work. */
export interface WorkTimes {
  id: number;
  title: string;
  due_at: Date | null;
  graded_here: boolean;
}

/** The works of a page of submissions. */
export async function listWorkTimes(db: Db, workIds: readonly number[]): Promise<Map<number, WorkTimes>> {
  const { rows } = await sql<WorkTimes>`
    SELECT work.id, work.title, work.due_at, coalesce((work.external ->> 'gradedHere')::boolean, false) AS graded_here
      FROM course_works work WHERE work.id = ANY(${[...workIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Who learns in a class, by name, for reports. */
export async function listStudentNames(db: Db, courseId: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT account.id, trim(account.first_name || ' ' || account.last_name) AS name
      FROM class_students student JOIN accounts account ON account.id = student.account_id WHERE student.course_id = ${courseId}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
