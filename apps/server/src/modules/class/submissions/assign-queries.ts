import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/**
 * Selects posted work and its current students: members of the class and, for work for individual students, those
 * chosen.
 */
const assigned = sql`
  work_facts JOIN class_students ON class_students.course_id = work_facts.course_id
   WHERE work_facts.is_posted
     AND (work_facts.assignee_mode = 'ALL_STUDENTS' OR EXISTS (
       SELECT FROM course_work_assignees chosen WHERE chosen.course_work_id = work_facts.id AND chosen.account_id = class_students.account_id))`;

/**
 * Assigns works to their students; students who are assigned again keep their submissions. `isNew`: the works have just
 * been posted, so they are assigned as of that instant.
 */
export async function assignWork(tx: Tx, workIds: readonly number[], isNew: boolean): Promise<void> {
  await sql`
    INSERT INTO submissions (course_id, course_work_id, account_id, assigned_at)
    SELECT work_facts.course_id, work_facts.id, class_students.account_id, ${isNew ? sql`work_facts.posted_at` : sql`app_now()`}
      FROM ${assigned} AND work_facts.id = ANY(${[...workIds]}::bigint[])
     ORDER BY work_facts.id, class_students.account_id
    ON CONFLICT (course_work_id, account_id) DO UPDATE SET assigned_at = excluded.assigned_at WHERE submissions.assigned_at IS NULL`.execute(tx);
}

/** Unassigns works for individual students from those who are no longer chosen; their rows are kept. */
export async function unassignOthers(tx: Tx, workIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE submissions SET assigned_at = NULL FROM work_facts
     WHERE work_facts.id = ANY(${[...workIds]}::bigint[]) AND submissions.course_work_id = work_facts.id AND submissions.assigned_at IS NOT NULL
       AND work_facts.assignee_mode = 'INDIVIDUAL_STUDENTS'
       AND NOT EXISTS (SELECT FROM course_work_assignees chosen WHERE chosen.course_work_id = work_facts.id AND chosen.account_id = submissions.account_id)`.execute(
    tx,
  );
}

/** Assigns a class's work to students who joined it; their existing submissions are unchanged. */
export async function assignTo(tx: Tx, courseId: number, accountIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO submissions (course_id, course_work_id, account_id)
    SELECT work_facts.course_id, work_facts.id, class_students.account_id
      FROM ${assigned} AND work_facts.course_id = ${courseId} AND class_students.account_id = ANY(${[...accountIds]}::bigint[])
     ORDER BY work_facts.id, class_students.account_id
    ON CONFLICT (course_work_id, account_id) DO NOTHING`.execute(tx);
}

/** Assigns a work to one student, if it is not assigned yet. */
export async function insertAssigned(tx: Tx, { courseId, workId, accountId }: { courseId: number; workId: number; accountId: number }): Promise<void> {
  await sql`
    INSERT INTO submissions (course_id, course_work_id, account_id) VALUES (${courseId}, ${workId}, ${accountId})
    ON CONFLICT (course_work_id, account_id) DO NOTHING`.execute(tx);
}
