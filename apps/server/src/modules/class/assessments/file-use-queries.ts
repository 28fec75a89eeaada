import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/** Returns the assessments that hold a file: attached, or as a picture in their description. */
export async function listAssessmentsWithFile(db: Db, fileId: number): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT assessments.id, assessments.title FROM assessment_attachments JOIN assessments ON assessments.id = assessment_id WHERE file_id = ${fileId} AND NOT is_rehearsal
    UNION SELECT id, title FROM assessments WHERE NOT is_rehearsal AND file_ids_in(description) @> ARRAY[${fileId}]::bigint[]
     ORDER BY id DESC`.execute(db);
  return rows;
}
