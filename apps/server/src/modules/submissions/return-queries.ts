import type { LeftReason } from '@classwright/rules/grading/acts';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** Cells of a class's posted work. */
export interface ReturnScope {
  courseId: number;
  /** Null: all of it. */
  workIds: readonly number[] | null;
  /** Null: everybody's. */
  accountIds: readonly number[] | null;
  /** Who is in the class now. */
  students: ReadonlySet<number>;
}

/** The student has not got the grade as it is now: it is new, another one, or was taken away. */
const waits = sql`CASE WHEN submissions.state = 'RETURNED' THEN submissions.draft_grade IS DISTINCT FROM submissions.assigned_grade
  ELSE submissions.draft_grade IS NOT NULL END`;

/**
 * What becomes of each cell when grades are returned: `return`, or why it stays. Null: it is nobody's any more, and nothing
 * waits in it. A return and its preview both ask this, so that the one does what the other said.
 */
const fate = ({ students }: ReturnScope) => sql`
  CASE WHEN submissions.account_id <> ALL(${[...students]}::bigint[]) THEN
         CASE WHEN ${waits} AND NOT submissions.excused AND submissions.assigned_at IS NOT NULL THEN 'left' END
       WHEN submissions.assigned_at IS NULL THEN CASE WHEN ${waits} AND NOT submissions.excused THEN 'not-assigned' END
       WHEN submissions.excused THEN 'excused'
       WHEN ${waits} THEN 'return'
       WHEN submissions.state = 'RETURNED' THEN 'returned'
       WHEN course_works.max_points IS NULL OR course_works.work_type = 'MATERIAL' THEN 'no-points'
       ELSE 'ungraded' END`;

const cellsOf = ({ courseId, workIds, accountIds }: ReturnScope) => sql`
  submissions JOIN course_works ON course_works.id = submissions.course_work_id
   WHERE submissions.course_id = ${courseId} AND course_works.state = 'PUBLISHED' AND course_works.archived_at IS NULL
     ${workIds === null ? sql`` : sql`AND submissions.course_work_id = ANY(${[...workIds]}::bigint[])`}
     ${accountIds === null ? sql`` : sql`AND submissions.account_id = ANY(${[...accountIds]}::bigint[])`}`;

export interface ReturnRow {
  id: number;
  course_work_id: number;
  account_id: number;
  draft_grade: number | null;
  assigned_grade: number | null;
}

/** The first submissions whose grades would go to their students, by work and student. */
export async function listToReturn(db: Db, scope: ReturnScope, most: number): Promise<ReturnRow[]> {
  const { rows } = await sql<ReturnRow>`
    SELECT submissions.id, submissions.course_work_id, submissions.account_id, submissions.draft_grade, submissions.assigned_grade FROM ${cellsOf(scope)}
       AND ${fate(scope)} = 'return'
     ORDER BY submissions.course_work_id, submissions.account_id LIMIT ${most}`.execute(db);
  return rows;
}

/** How many cells would stay as they are, and why. */
export async function countStaying(db: Db, scope: ReturnScope): Promise<{ reason: LeftReason; count: number }[]> {
  const { rows } = await sql<{ reason: LeftReason; count: number }>`
    SELECT reason, count(*)::integer AS count FROM (SELECT ${fate(scope)} AS reason FROM ${cellsOf(scope)}) fates
     WHERE reason <> 'return' GROUP BY reason ORDER BY reason`.execute(db);
  return rows;
}
