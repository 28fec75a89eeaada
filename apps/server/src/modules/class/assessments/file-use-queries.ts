import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/** Selects the assessments that hold a file: attached, or as a picture in their description. */
export const assessmentsWith = (file: RawBuilder<number>) => sql<{ id: number; title: string }>`
  SELECT assessments.id, assessments.title FROM assessment_attachments JOIN assessments ON assessments.id = assessment_id WHERE file_id = ${file} AND NOT is_rehearsal
  UNION SELECT id, title FROM assessments WHERE NOT is_rehearsal AND file_ids_in(description) @> ARRAY[${file}]::bigint[]`;

/** Returns the assessments that hold a file, newest first. */
export async function listAssessmentsWithFile(db: Db, fileId: number): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`${assessmentsWith(sql`${fileId}`)} ORDER BY id DESC`.execute(db);
  return rows;
}
