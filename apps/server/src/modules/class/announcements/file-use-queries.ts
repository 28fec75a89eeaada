import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/**
 * Returns the announcements that hold a file, attached or as a picture in their text, the newest first. Includes
 * deleted ones, which may be restored.
 */
export async function listIdsWithFile(db: Db, fileId: number): Promise<{ id: number; is_archived: boolean }[]> {
  const { rows } = await sql<{ id: number; is_archived: boolean }>`
    SELECT id, archived_at IS NOT NULL AS is_archived FROM announcements
     WHERE id IN (SELECT announcement_id FROM announcement_materials WHERE file_id = ${fileId}) OR file_ids_in(text) @> ARRAY[${fileId}]::bigint[]
     ORDER BY id DESC`.execute(db);
  return rows;
}
