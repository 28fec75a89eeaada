import { type SearchableQuestion, toKnownWords, toSearchVector } from '@classwright/rules/questions/index';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** The search and tag entries of one question. `tags`: empty unless the question is in the bank. */
export interface SearchEntry {
  questionId: number;
  /** The text of a tsvector. */
  words: string;
  tags: readonly string[];
}

/** The search data for a question's content. Call `saveSearch` last in a transaction. */
export interface IndexedQuestion {
  questionId: number;
  search: SearchableQuestion;
  isInBank: boolean;
}

/** Updates search and the list of tags to the current content of questions. */
export async function saveSearch(tx: Tx, questions: readonly IndexedQuestion[]): Promise<void> {
  if (questions.length === 0) return;
  await saveSearchEntries(
    tx,
    questions.map(({ questionId, search, isInBank }) => ({ questionId, words: toSearchVector(search), tags: isInBank ? search.tags : [] })),
  );
  await addKnownWords(tx, [...new Set(questions.flatMap(({ search }) => toKnownWords(search)))]);
}

async function saveSearchEntries(tx: Tx, entries: readonly SearchEntry[]): Promise<void> {
  const ids = entries.map(({ questionId }) => questionId);
  const words = entries.map((entry) => entry.words);
  await sql`
    INSERT INTO question_search (question_id, words) SELECT id, words::tsvector FROM unnest(${ids}::bigint[], ${words}::text[]) AS entry (id, words)
    ON CONFLICT (question_id) DO UPDATE SET words = excluded.words`.execute(tx);
  await sql`DELETE FROM question_tags WHERE question_id = ANY(${ids}::bigint[])`.execute(tx);
  await insertTags(tx, entries);
}

/** Inserts the tags of questions that have none yet. */
export async function insertTags(tx: Tx, entries: readonly SearchEntry[]): Promise<void> {
  const pairs = entries.flatMap(({ questionId, tags }) => tags.map((tag) => ({ questionId, tag })));
  if (pairs.length === 0) return;
  await sql`
    INSERT INTO question_tags (question_id, tag)
    SELECT * FROM unnest(${pairs.map(({ questionId }) => questionId)}::bigint[], ${pairs.map(({ tag }) => tag)}::text[]) ON CONFLICT DO NOTHING`.execute(tx);
}

/**
 * Adds known words for matching misspelled ones. It uses a fixed order, so that two transactions with the same words
 * wait for each other instead of deadlocking; call it last in a transaction, since others with the same new words wait
 * until it ends. Known words are left to the conflict clause: looking them up first can use the index of similar words,
 * which is slow to read while much is being added.
 */
export async function addKnownWords(tx: Tx, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  await sql`
    INSERT INTO question_words (word) SELECT DISTINCT new.word FROM unnest(${[...words]}::text[]) AS new (word) ORDER BY new.word
    ON CONFLICT DO NOTHING`.execute(tx);
}
