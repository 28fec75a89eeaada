import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

export interface VersionWithFile {
  version_id: number;
  question_id: number;
  is_current: boolean;
  /** True when the question was deleted and is in the archive. */
  is_archived: boolean;
  /**
   * True when the file is attached or in the text, which everybody with access to the question sees; false when it is
   * in a response's reasoning.
   */
  is_open: boolean;
}

/** Lists versions of questions that hold a file: as an attachment, or as a picture in their texts or responses. */
export async function listVersionsWithFile(db: Db, fileId: number): Promise<VersionWithFile[]> {
  const picture = sql`file_ids_in(description) @> ARRAY[${fileId}]::bigint[]`;
  const { rows } = await sql<VersionWithFile>`
    SELECT question_versions.id AS version_id, questions.id AS question_id, questions.current_version_id = question_versions.id AS is_current,
           questions.archived_at IS NOT NULL AS is_archived,
           bool_or(holder.is_open) AS is_open
      FROM (SELECT question_version_id AS id, true AS is_open FROM question_attachments WHERE file_id = ${fileId}
            UNION ALL SELECT id, true FROM question_versions WHERE ${picture}
            UNION ALL SELECT question_version_id, false FROM question_responses WHERE ${picture}) holder
      JOIN question_versions ON question_versions.id = holder.id JOIN questions ON questions.id = question_versions.question_id
     GROUP BY question_versions.id, questions.id`.execute(db);
  return rows;
}
