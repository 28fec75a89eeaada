import { type RawBuilder, sql } from 'kysely';
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

/** Selects the places that hold a file by version: an attachment, or a picture in the texts or responses. */
const placesWith = (file: RawBuilder<number>) => sql`
  SELECT question_version_id AS id, true AS is_open FROM question_attachments WHERE file_id = ${file}
  UNION ALL SELECT id, true FROM question_versions WHERE file_ids_in(description) @> ARRAY[${file}]::bigint[]
  UNION ALL SELECT question_version_id, false FROM question_responses WHERE file_ids_in(description) @> ARRAY[${file}]::bigint[]`;

/** Selects the questions that hold a file in any version: those in use, or those in the archive. */
export const questionsWith = (file: RawBuilder<number>, { archived }: { archived: boolean }) => sql`
  SELECT DISTINCT questions.id
    FROM (${placesWith(file)}) place
    JOIN question_versions ON question_versions.id = place.id JOIN questions ON questions.id = question_versions.question_id
   WHERE (questions.archived_at IS NOT NULL) = ${sql.lit(archived)}`;

/** Lists versions of questions that hold a file. */
export async function listVersionsWithFile(db: Db, fileId: number): Promise<VersionWithFile[]> {
  const { rows } = await sql<VersionWithFile>`
    SELECT question_versions.id AS version_id, questions.id AS question_id, questions.current_version_id = question_versions.id AS is_current,
           questions.archived_at IS NOT NULL AS is_archived,
           bool_or(place.is_open) AS is_open
      FROM (${placesWith(sql`${fileId}`)}) place
      JOIN question_versions ON question_versions.id = place.id JOIN questions ON questions.id = question_versions.question_id
     GROUP BY question_versions.id, questions.id`.execute(db);
  return rows;
}
