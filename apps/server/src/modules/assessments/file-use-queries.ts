import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** Assessments that hold a file: attached, or as a picture in their description. */
export async function listAssessmentsWithFile(db: Db, fileId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT assessment_id AS id FROM assessment_attachments WHERE file_id = ${fileId}
    UNION SELECT id FROM assessments WHERE file_ids_in(description) @> ARRAY[${fileId}]::bigint[]`.execute(db);
  return rows.map(({ id }) => id);
}
