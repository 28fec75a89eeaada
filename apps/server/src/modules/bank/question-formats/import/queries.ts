import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';

/** A question of the bank, with the fields that decide if another one is the same. */
export interface KnownQuestion {
  id: number;
  title: string;
  description_text: string;
  choices: string[];
  /** True for each choice that is right. */
  valid: boolean[];
  account_id: number;
}

/**
 * Lists active questions with one of these titles. It evaluates titles first, even if the planner estimates otherwise
 * for tables that an import is filling: the other order would compare every question with every title.
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

/**
 * Lets one import of questions at a time write: two that add the same new words in a different order would deadlock.
 */
export async function lockOtherImports(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('question import'))`.execute(tx);
}

/** Counts the questions of an import that could get the right answer of its file. */
export async function countCorrections(db: Db, importId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM import_rows WHERE import_id = ${importId} AND notes @> '[{"message": "otherKey"}]'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts the existing questions that got the right answer of an import's file. */
export async function countCorrected(db: Db, importId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM import_rows WHERE import_id = ${importId} AND notes @> '[{"message": "corrected"}]'`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Updates the planner's statistics after a large import: until then searches are slow. Text columns are left out, since
 * their statistics are useless and would cost more than the import's own statements.
 */
export async function analyseBank(db: Db): Promise<void> {
  await sql`ANALYZE questions, question_search, question_tags, question_words, question_responses (id, question_version_id),
                    question_versions (id, question_id, version, type_id, topic_id, standard_id, question_subject_id, question_grade_id, published_state, created_by)`.execute(
    db,
  );
}
