import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/** A question of the bank, as far as it decides whether another one is the same. */
export interface KnownQuestion {
  id: number;
  title: string;
  description_text: string;
  choices: string[];
}

/** The questions in use that have one of these titles. */
export async function listTitled(db: Db, titles: readonly string[]): Promise<KnownQuestion[]> {
  const { rows } = await sql<KnownQuestion>`
    SELECT questions.id, version.title, version.description_text,
           ARRAY(SELECT response.title FROM question_responses response WHERE response.question_version_id = version.id ORDER BY response.position) AS choices
      FROM question_versions version JOIN questions ON questions.current_version_id = version.id AND questions.archived_at IS NULL
     WHERE version.title = ANY(${[...titles]}::text[])`.execute(db);
  return rows;
}

/** Lets one import of questions at a time write: two that add the same new words in another order would lock each other out. */
export async function holdOtherImports(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('question import'))`.execute(tx);
}
