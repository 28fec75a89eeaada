import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** Of posted work: whose it is now, by who learns in the class and, for individual students, by who was chosen. */
const assigned = sql`
  course_works JOIN class_students ON class_students.course_id = course_works.course_id
   WHERE course_works.state = 'PUBLISHED' AND course_works.archived_at IS NULL
     AND (course_works.assignee_mode = 'ALL_STUDENTS' OR EXISTS (
       SELECT FROM course_work_assignees chosen WHERE chosen.course_work_id = course_works.id AND chosen.account_id = class_students.account_id))`;

/**
 * Gives works to the students whom they are for; students who are named again find what they had. `isNew`: the works have
 * just been posted, so that it is their students' work since that very instant.
 */
export async function assignWork(tx: Tx, workIds: readonly number[], isNew: boolean): Promise<void> {
  await sql`
    INSERT INTO submissions (course_id, course_work_id, account_id, assigned_at)
    SELECT course_works.course_id, course_works.id, class_students.account_id, ${isNew ? sql`course_works.posted_at` : sql`app_now()`}
      FROM ${assigned} AND course_works.id = ANY(${[...workIds]}::bigint[])
     ORDER BY course_works.id, class_students.account_id
    ON CONFLICT (course_work_id, account_id) DO UPDATE SET assigned_at = excluded.assigned_at WHERE submissions.assigned_at IS NULL`.execute(tx);
}

/** Takes works for individual students from those who are not among them any more; their rows stay. */
export async function unassignOthers(tx: Tx, workIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE submissions SET assigned_at = NULL FROM course_works
     WHERE course_works.id = ANY(${[...workIds]}::bigint[]) AND submissions.course_work_id = course_works.id AND submissions.assigned_at IS NOT NULL
       AND course_works.assignee_mode = 'INDIVIDUAL_STUDENTS'
       AND NOT EXISTS (SELECT FROM course_work_assignees chosen WHERE chosen.course_work_id = course_works.id AND chosen.account_id = submissions.account_id)`.execute(
    tx,
  );
}

/** Gives those who came into a class its work; what they had before is as it was. */
export async function assignTo(tx: Tx, courseId: number, accountIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO submissions (course_id, course_work_id, account_id)
    SELECT course_works.course_id, course_works.id, class_students.account_id
      FROM ${assigned} AND course_works.course_id = ${courseId} AND class_students.account_id = ANY(${[...accountIds]}::bigint[])
     ORDER BY course_works.id, class_students.account_id
    ON CONFLICT (course_work_id, account_id) DO NOTHING`.execute(tx);
}

/** One student's place in a work, if there is none yet. */
export async function insertAssigned(tx: Tx, { courseId, workId, accountId }: { courseId: number; workId: number; accountId: number }): Promise<void> {
  await sql`
    INSERT INTO submissions (course_id, course_work_id, account_id) VALUES (${courseId}, ${workId}, ${accountId})
    ON CONFLICT (course_work_id, account_id) DO NOTHING`.execute(tx);
}
