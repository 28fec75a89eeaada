import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

interface ClassEnds {
  /** The class; null if the preview was made before its rows included it. */
  course_id: number | null;
  school_id: number;
  school_name: string;
  name: string;
  ending: number;
  /** The number of students among them. */
  students: number;
}

/** Counts the people who would leave, by class. */
export async function countEnds(db: Db, importId: number): Promise<ClassEnds[]> {
  const { rows } = await sql<ClassEnds>`
    SELECT (fields ->> 'courseId')::bigint AS course_id, school_id, min(detail) AS name, count(*)::int AS ending,
           count(*) FILTER (WHERE role = 'STUDENT')::int AS students,
           (SELECT school_name FROM schools WHERE schools.id = roster_rows.school_id) AS school_name
      FROM roster_rows WHERE import_id = ${importId} AND kind = 'member' AND outcome = 'ends' AND school_id IS NOT NULL
     GROUP BY 1, 2, CASE WHEN fields ? 'courseId' THEN NULL ELSE within_id END`.execute(db);
  return rows;
}

/** Counts the ties of guardians that would end, by school. */
export async function countTieEnds(db: Db, importId: number): Promise<{ school_id: number; school_name: string; ending: number }[]> {
  const { rows } = await sql<{ school_id: number; school_name: string; ending: number }>`
    SELECT school_id, (SELECT school_name FROM schools WHERE schools.id = roster_rows.school_id) AS school_name, count(*)::int AS ending
      FROM roster_rows WHERE import_id = ${importId} AND kind = 'tie' AND outcome = 'ends' AND school_id IS NOT NULL GROUP BY 1`.execute(db);
  return rows;
}

/**
 * Counts the memberships that other rosters ended without consent within a day, by school; undone ones do not count.
 */
export async function countEndsOfDay(db: Db, importId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ school_id: number; count: number }>`
    SELECT ended.school_id, count(*)::int AS count
      FROM roster_imports before JOIN roster_rows ended ON ended.import_id = before.id
     WHERE before.id <> ${importId} AND before.school_ids && (SELECT school_ids FROM roster_imports WHERE roster_imports.id = ${importId})
       AND before.begun_at > app_now() - interval '1 day' AND before.undo_status IS NULL AND before.many_ends = '[]'
       AND ended.kind = 'member' AND ended.outcome = 'ends' AND ended.state IS NULL
     GROUP BY 1`.execute(db);
  return new Map(rows.map(({ school_id, count }) => [school_id, count]));
}
