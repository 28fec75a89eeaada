import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

export interface HoldingRow {
  id: number;
  course_id: number;
  course_work_id: number;
  account_id: number;
}

/** Lists submissions that hold a file, now or in an earlier hand-in, newest first. */
export async function listSubmissionsWithFile(db: Db, fileId: number): Promise<HoldingRow[]> {
  const { rows } = await sql<HoldingRow>`
    SELECT id, course_id, course_work_id, account_id FROM submissions
     WHERE id IN (SELECT submission_id FROM submission_attachments WHERE file_id = ${fileId}
                  UNION SELECT submission_id FROM submission_history WHERE answer @> jsonb_build_object('file_ids', jsonb_build_array(${fileId}::bigint)))
     ORDER BY id DESC`.execute(db);
  return rows;
}
