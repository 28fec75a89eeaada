import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';

/** Counts the submissions of a work that have content: an answer, a grade. */
export async function countHanging(db: Db, workId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM submission_facts
     WHERE course_work_id = ${workId} AND (state <> 'CREATED' OR draft_grade IS NOT NULL OR assigned_grade IS NOT NULL)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the works of a class that were made elsewhere and graded by people here. */
export async function listGradedByPeople(db: Db, courseId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT work.id FROM work_facts work
     WHERE work.course_id = ${courseId} AND work.is_foreign AND NOT work.is_graded_here
       AND EXISTS (SELECT FROM submission_facts submission JOIN grade_changes change ON change.submission_id = submission.id
                     JOIN grade_acts act ON act.id = change.act_id AND act.account_id IS NOT NULL WHERE submission.course_work_id = work.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the links that are attached to works, in their order. */
export async function listLinkMaterials(
  db: Db,
  workIds: readonly number[],
): Promise<{ course_work_id: number; kind: string; title: string; url: string; is_file: boolean }[]> {
  const { rows } = await sql<{ course_work_id: number; kind: string; title: string; url: string; is_file: boolean }>`
    SELECT course_work_id, kind, title, url, file_id IS NOT NULL AS is_file FROM course_work_materials
     WHERE course_work_id = ANY(${[...workIds]}::bigint[]) ORDER BY course_work_id, position`.execute(db);
  return rows;
}

/** Returns the students of works for individual students. */
export async function listAssigned(db: Db, workIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ course_work_id: number; account_ids: number[] }>`
    SELECT course_work_id, array_agg(account_id ORDER BY account_id) AS account_ids FROM course_work_assignees
     WHERE course_work_id = ANY(${[...workIds]}::bigint[]) GROUP BY course_work_id`.execute(db);
  return new Map(rows.map(({ course_work_id, account_ids }) => [course_work_id, account_ids]));
}
