import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';

/** A question of the bank, as far as it decides whether another one is the same. */
export interface KnownQuestion {
  id: number;
  title: string;
  description_text: string;
  choices: string[];
  /** Which of the choices are right. */
  valid: boolean[];
  account_id: number;
}

/**
 * The questions in use that have one of these titles. Titles first, whatever the planner believes of tables that an
 * import is filling: the other way round it would compare every question with every title.
 */
export async function listTitled(db: Db, titles: readonly string[]): Promise<KnownQuestion[]> {
  const { rows } = await sql<KnownQuestion>`
    WITH titled AS MATERIALIZED (SELECT id, question_id, title, description_text FROM question_versions WHERE title = ANY(${[...titles]}::text[]))
    SELECT questions.id, questions.account_id, titled.title, titled.description_text,
           ARRAY(SELECT response.title FROM question_responses response WHERE response.question_version_id = titled.id ORDER BY response.position) AS choices,
           ARRAY(SELECT response.is_valid FROM question_responses response WHERE response.question_version_id = titled.id ORDER BY response.position) AS valid
      FROM titled JOIN questions ON questions.id = titled.question_id AND questions.current_version_id = titled.id AND questions.archived_at IS NULL`.execute(
    db,
  );
  return rows;
}

/** Lets one import of questions at a time write: two that add the same new words in another order would lock each other out. */
export async function lockOtherImports(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('question import'))`.execute(tx);
}

/** How many questions of an import could be given the right answer of its file. */
export async function countCorrections(db: Db, importId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM import_rows WHERE import_id = ${importId} AND notes @> '[{"message": "otherKey"}]'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many questions that were there have been given the right answer of an import's file. */
export async function countCorrected(db: Db, importId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM import_rows WHERE import_id = ${importId} AND notes @> '[{"message": "corrected"}]'`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Tells the planner what a large import has put into the bank: until it knows, searches are slow. Of texts it knows
 * nothing that it could use, and reading them would cost more than the import's own statements.
 */
export async function analyseBank(db: Db): Promise<void> {
  await sql`ANALYZE questions, question_search, question_tags, question_words, question_responses (id, question_version_id),
                    question_versions (id, question_id, version, type_id, topic_id, standard_id, question_subject_id, question_grade_id, published_state, created_by)`.execute(
    db,
  );
}
