import { toKnownWords, toSearchVector } from '@classwright/rules/questions/index';
import type { Tx } from '../../platform/database/index.ts';
import { createTurns } from '../../platform/workers/index.ts';
import { requireUsableFiles } from '../files/index.ts';
import { type ImportAuthor, insertQuestionRows, type NewRow, takeIds } from './import-queries.ts';
import { addKnownWords, insertTags } from './search-queries.ts';
import { type Parts, type QuestionContent, readContent } from './service.ts';

/** Questions that one statement makes: enough for speed, few enough that memory stays bounded. */
const BATCH = 200;

/**
 * Makes many questions of one author at once. Answers their ids, in order. The lists they name must exist, and whoever
 * calls has checked each of them as far as an error per row is wanted: the first wrong one refuses all.
 * `author.status`, `author.teacherStatus`: what their approval is. Call once with as many as there are, or last in a
 * transaction: words that nobody used before wait for whoever else is adding them.
 * @throws VALIDATION_FAILED for content that `createQuestion` would refuse
 */
export async function createImportedQuestions(tx: Tx, author: ImportAuthor, questions: readonly QuestionContent[]): Promise<number[]> {
  const ids: number[] = [];
  const known = new Set<string>();
  const turn = createTurns(); // a lesson's answers go on meanwhile
  for (let from = 0; from < questions.length; from += BATCH) {
    const batch: Parts[] = [];
    for (const question of questions.slice(from, from + BATCH)) {
      batch.push(readContent(question));
      await turn();
    }
    await requireUsableFiles(tx, [...new Set(batch.flatMap(({ fileIds }) => fileIds))], { ...author, field: 'description' });
    const taken = await takeIds(tx, batch.length);
    const rows: (Parts & NewRow)[] = [];
    for (const [index, parts] of batch.entries()) {
      rows.push({ ...parts, ...(taken[index] as (typeof taken)[number]), words: toSearchVector(parts.search) });
      await turn();
    }
    await insertQuestionRows(tx, author, rows);
    await insertTags(
      tx,
      rows.map(({ questionId, words, version, search }) => ({ questionId, words, tags: isInBank(version) ? search.tags : [] })),
    );
    for (const { search } of batch) {
      for (const word of toKnownWords(search)) known.add(word);
      await turn();
    }
    for (const { questionId } of rows) ids.push(questionId);
  }
  await addKnownWords(tx, [...known]);
  return ids;
}

const isInBank = ({ published_state }: Parts['version']): boolean => published_state === 'PUBLISHED';
