import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';

/** The times of a work that its submissions depend on. */
export interface WorkTimes {
  id: number;
  title: string;
  due_at: Date | null;
  graded_here: boolean;
}

/** Returns the works of a page of submissions. */
export async function listWorkTimes(db: Db, workIds: readonly number[]): Promise<Map<number, WorkTimes>> {
  const { rows } = await sql<WorkTimes>`
    SELECT work.id, work.title, work.due_at, work.is_graded_here AS graded_here
      FROM work_facts work WHERE work.id = ANY(${[...workIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the current students of a class, by name, for reports. */
export async function listStudentNames(db: Db, courseId: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT account.id, account.full_name AS name
      FROM class_students student JOIN people account ON account.id = student.account_id WHERE student.course_id = ${courseId}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The counterpart here of one submission at Google. */
export interface SubmissionGround {
  external_id: string;
  /** The id of its link; null if there is none yet. */
  link_id: number | null;
  base: Record<string, unknown> | null;
  facts: Record<string, unknown> | null;
  /** True when it is stored here already. */
  is_kept: boolean;
  /** The submission here; null if its work or its student is not here. */
  submission_id: number | null;
  work_is_ours: boolean;
  work_title: string;
  due_at: Date | null;
  graded_here: boolean;
  student: string;
  /** The student here. */
  account_id: number | null;
}

/**
 * Returns a page of submissions at Google, each with its link, its work and its student here, in one statement. Each is
 * looked up separately by index, and works and students once for any number of submissions: a first sync makes a table
 * far larger than the planner's statistics, and a join would read all of it.
 */
export async function listSubmissionGrounds(
  tx: Db,
  { sourceId, classLinkId }: { sourceId: number; classLinkId: number },
  there: readonly { id: string; workId: string; userId: string }[],
): Promise<Map<string, SubmissionGround>> {
  const given = JSON.stringify(there.map(({ id, workId, userId }) => ({ id, workId, userId })));
  const one = (kind: string, id: RawBuilder<unknown>) => sql`
    SELECT id, local_id, base, facts, is_ours FROM external_links
     WHERE source_id = ${sourceId} AND kind = ${kind} AND parent_id = ${classLinkId} AND external_id = ${id} LIMIT 1`;
  const { rows } = await sql<SubmissionGround>`
    WITH given AS MATERIALIZED (SELECT * FROM jsonb_to_recordset(${given}::jsonb) AS given (id text, "workId" text, "userId" text)),
    works AS MATERIALIZED (
      SELECT named."workId", link.local_id, link.is_ours, work.title, work.due_at, work.is_graded_here AS graded_here
        FROM (SELECT DISTINCT "workId" FROM given) named
       CROSS JOIN LATERAL (${one('work', sql`named."workId"`)}) link
        LEFT JOIN LATERAL (SELECT title, due_at, is_graded_here FROM work_facts WHERE id = link.local_id LIMIT 1) work ON true),
    students AS MATERIALIZED (
      SELECT named."userId", link.local_id, account.full_name AS name
        FROM (SELECT DISTINCT "userId" FROM given) named
       CROSS JOIN LATERAL (${one('member', sql`named."userId"`)}) link
        LEFT JOIN LATERAL (SELECT full_name FROM people WHERE id = link.local_id LIMIT 1) account ON true)
    SELECT given.id AS external_id, link.id AS link_id, link.base, link.facts, link.local_id IS NOT NULL AS is_kept, submission.id AS submission_id,
           coalesce(works.is_ours, false) AS work_is_ours, coalesce(works.title, '') AS work_title, works.due_at,
           coalesce(works.graded_here, false) AS graded_here, coalesce(students.name, '') AS student, students.local_id AS account_id
      FROM given LEFT JOIN works USING ("workId") LEFT JOIN students USING ("userId")
      LEFT JOIN LATERAL (${one('submission', sql`given.id`)}) link ON true
      LEFT JOIN LATERAL (
        SELECT id FROM submission_facts WHERE course_work_id = works.local_id AND account_id = students.local_id LIMIT 1) submission ON true`.execute(tx);
  return new Map(rows.map((row) => [row.external_id, row]));
}

/** Returns every cell of a class: each student's works. */
export async function listClassCells(db: Db, courseId: number): Promise<{ course_work_id: number; account_id: number }[]> {
  const { rows } = await sql<{ course_work_id: number; account_id: number }>`
    SELECT course_work_id, account_id FROM submission_facts WHERE course_id = ${courseId} AND assigned_at IS NOT NULL`.execute(db);
  return rows;
}

/** Returns the links of students' submissions in a class, by their ids. */
export async function listSubmissionLinks(
  db: Db,
  { sourceId, classLinkId, courseId }: { sourceId: number; classLinkId: number; courseId: number },
  accountIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT link.id FROM submission_facts submission
      JOIN external_links link ON link.source_id = ${sourceId} AND link.kind = 'submission' AND link.parent_id = ${classLinkId} AND link.local_id = submission.id
     WHERE submission.course_id = ${courseId} AND submission.account_id = ANY(${[...accountIds]}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}
