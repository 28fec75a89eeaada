import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/** What a submission hangs on of its work. */
export interface WorkTimes {
  id: number;
  title: string;
  due_at: Date | null;
  graded_here: boolean;
  names: Map<number, string>;
}

/** The works of a page of submissions, with the names of those who have them, for reports. */
export async function listWorkTimes(db: Db, workIds: readonly number[]): Promise<Map<number, WorkTimes>> {
  const { rows } = await sql<Omit<WorkTimes, 'names'> & { names: Record<string, string> }>`
    SELECT work.id, work.title, work.due_at, coalesce((work.external ->> 'gradedHere')::boolean, false) AS graded_here,
           (SELECT coalesce(jsonb_object_agg(student.account_id, trim(account.first_name || ' ' || account.last_name)), '{}')
              FROM class_students student JOIN accounts account ON account.id = student.account_id WHERE student.course_id = work.course_id) AS names
      FROM course_works work WHERE work.id = ANY(${[...workIds]}::bigint[])`.execute(db);
  return new Map(rows.map(({ names, ...work }) => [work.id, { ...work, names: new Map(Object.entries(names).map(([id, name]) => [Number(id), name])) }]));
}
