import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';

/** Returns true when a class here has grade settings or categories of its own. */
export async function hasGradebookHere(db: Db, courseId: number): Promise<boolean> {
  const { rows } = await sql<{ has_own: boolean }>`
    SELECT EXISTS (SELECT FROM grade_settings WHERE course_id = ${courseId})
        OR EXISTS (SELECT FROM grade_categories WHERE course_id = ${courseId} AND archived_at IS NULL) AS has_own`.execute(db);
  return rows[0]?.has_own === true;
}

/** Returns works of a linked class that have a category at Google and none here. */
export async function listCategorisedThere(db: Db, classLinkId: number): Promise<{ work_id: number; category_id: string }[]> {
  const { rows } = await sql<{ work_id: number; category_id: string }>`
    SELECT work.id AS work_id, link.facts ->> 'gradeCategory' AS category_id
      FROM external_links link JOIN work_facts work ON work.id = link.local_id
     WHERE link.parent_id = ${classLinkId} AND link.kind = 'work' AND link.state = 'linked' AND link.facts ->> 'gradeCategory' <> ''
       AND work.category_id IS NULL AND work.archived_at IS NULL ORDER BY work.id`.execute(db);
  return rows;
}
