import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';

/**
 * Returns Google's latest data about the gradebook of a linked class. `settings`: unchanged; `has_own`: the class here
 * has settings or categories of its own.
 */
export async function findGradebookThere(db: Db, courseId: number, externalId: string): Promise<{ settings: unknown; has_own: boolean } | null> {
  const { rows } = await sql<{ settings: unknown; has_own: boolean }>`
    SELECT course.external -> 'gradebookSettings' AS settings,
           EXISTS (SELECT FROM grade_settings WHERE course_id = course.id)
             OR EXISTS (SELECT FROM grade_categories WHERE course_id = course.id AND archived_at IS NULL) AS has_own
      FROM courses course WHERE course.id = ${courseId} AND course.external ->> 'courseId' = ${externalId}`.execute(db);
  return rows[0] ?? null;
}

/** Returns works of a linked class that have a category at Google and none here. */
export async function listCategorisedThere(db: Db, classLinkId: number): Promise<{ work_id: number; category_id: string }[]> {
  const { rows } = await sql<{ work_id: number; category_id: string }>`
    SELECT work.id AS work_id, link.facts ->> 'gradeCategory' AS category_id
      FROM external_links link JOIN course_works work ON work.id = link.local_id
     WHERE link.parent_id = ${classLinkId} AND link.kind = 'work' AND link.state = 'linked' AND link.facts ->> 'gradeCategory' <> ''
       AND work.category_id IS NULL AND work.archived_at IS NULL ORDER BY work.id`.execute(db);
  return rows;
}
