import type { LeftReason } from '@classwright/rules/grading/acts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import { takesGrade, type WorkRow } from './work-queries.ts';

/** Cells of a class's posted work. */
export interface ReturnScope {
  courseId: number;
  works: ReadonlyMap<number, WorkRow>;
  /** The students; null means everybody. */
  accountIds: readonly number[] | null;
}

/** True when the student does not have the current grade: it is new, changed, or removed. */
const waits = sql`has_grade_to_return(submissions.state, submissions.draft_grade, submissions.assigned_grade)`;

/**
 * Selects the outcome for each cell when grades are returned: `return`, or the reason why not. Null if it is unassigned
 * and nothing waits in it. A return and its preview both use this, so that they agree.
 */
const fate = ({ courseId, works }: ReturnScope) => sql`
  CASE WHEN submissions.account_id NOT IN (SELECT student.account_id FROM class_students student WHERE student.course_id = ${courseId}) THEN
         CASE WHEN ${waits} AND NOT submissions.excused AND submissions.assigned_at IS NOT NULL THEN 'left' END
       WHEN submissions.assigned_at IS NULL THEN CASE WHEN ${waits} AND NOT submissions.excused THEN 'not-assigned' END
       WHEN submissions.excused THEN 'excused'
       WHEN ${waits} THEN 'return'
       WHEN submissions.state = 'RETURNED' THEN 'returned'
       WHEN submissions.course_work_id = ANY(${[...works.values()].filter((work) => !takesGrade(work)).map(({ id }) => id)}::bigint[]) THEN 'no-points'
       ELSE 'ungraded' END`;

/**
 * Selects cells from one table only: the cost of joining the works depends on the planner's estimates for tables that
 * have just grown, and took a minute.
 */
const cellsOf = ({ courseId, works, accountIds }: ReturnScope) => sql`
  submissions WHERE submissions.course_id = ${courseId} AND submissions.course_work_id = ANY(${[...works.keys()]}::bigint[])
     ${accountIds === null ? sql`` : sql`AND submissions.account_id = ANY(${[...accountIds]}::bigint[])`}`;

export interface ReturnRow {
  id: number;
  course_work_id: number;
  account_id: number;
  draft_grade: number | null;
  assigned_grade: number | null;
}

/** Lists the first submissions whose grades would be returned, by work and student. */
export async function listToReturn(db: Db, scope: ReturnScope, most: number): Promise<ReturnRow[]> {
  const { rows } = await sql<ReturnRow>`
    SELECT submissions.id, submissions.course_work_id, submissions.account_id, submissions.draft_grade, submissions.assigned_grade FROM ${cellsOf(scope)}
       AND ${fate(scope)} = 'return'
     ORDER BY submissions.course_work_id, submissions.account_id LIMIT ${most}`.execute(db);
  return rows;
}

/** Counts the cells that would not be returned, by reason. */
export async function countStaying(db: Db, scope: ReturnScope): Promise<{ reason: LeftReason; count: number }[]> {
  const { rows } = await sql<{ reason: LeftReason; count: number }>`
    SELECT reason, count(*)::integer AS count FROM (SELECT ${fate(scope)} AS reason FROM ${cellsOf(scope)}) fates
     WHERE reason <> 'return' GROUP BY reason ORDER BY reason`.execute(db);
  return rows;
}
