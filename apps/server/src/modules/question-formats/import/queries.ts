import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/** A question of the bank, as far as it decides whether another one is the same. */
export interface KnownQuestion {
  id: number;
  title: string;
  description_text: string;
  choices: string[];
}

/**
 * The questions in use that have one of these titles. Titles first, whatever the planner believes of tables that an
 * import is filling: the other way round it would compare every question with every title.
 */
export async function listTitled(db: Db, titles: readonly string[]): Promise<KnownQuestion[]> {
  const { rows } = await sql<KnownQuestion>`
    WITH titled AS MATERIALIZED (SELECT id, question_id, title, description_text FROM question_versions WHERE title = ANY(${[...titles]}::text[]))
    SELECT questions.id, titled.title, titled.description_text,
           ARRAY(SELECT response.title FROM question_responses response WHERE response.question_version_id = titled.id ORDER BY response.position) AS choices
      FROM titled JOIN questions ON questions.id = titled.question_id AND questions.current_version_id = titled.id AND questions.archived_at IS NULL`.execute(
    db,
  );
  return rows;
}

/** Lets one import of questions at a time write: two that add the same new words in another order would lock each other out. */
export async function holdOtherImports(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('question import'))`.execute(tx);
}
