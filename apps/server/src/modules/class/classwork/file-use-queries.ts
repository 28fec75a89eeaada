import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/** Returns the works that hold a file: attached, or as a picture in their instructions; newest first. */
export async function listWorksWithFile(db: Db, fileId: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT work.id FROM course_work_materials material JOIN course_works work ON work.id = material.course_work_id WHERE material.file_id = ${fileId}
    UNION SELECT id FROM course_works WHERE file_ids_in(description) @> ARRAY[${fileId}]::bigint[]
     ORDER BY id DESC`.execute(db);
  return rows;
}
