import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

export interface VersionWithFile {
  version_id: number;
  question_id: number;
  is_current: boolean;
  /** The question was deleted and stands in the archive. */
  is_archived: boolean;
  /** Whether it is attached or in the text: what everybody sees who sees the question. Else it is in a response's reasoning. */
  is_open: boolean;
}

/** Versions of questions that hold a file: attached, or as a picture in what they or their responses say. */
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
