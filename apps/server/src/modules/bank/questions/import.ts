import type { QuestionContent, StoredResponse } from '@classwright/contract';
import { computeRubrics, toKnownWords, toSearchVector } from '@classwright/rules/questions/index';
import type { Tx } from '../../../platform/database/index.ts';
import type { Person } from '../../../platform/http/index.ts';
import { createTurns } from '../../../platform/workers/index.ts';
import { requireUsableFiles } from '../../school/files/index.ts';
import { getChangeableQuestion, readerOf } from './access.ts';
import { type ImportAuthor, insertQuestionRows, type NewRow, takeIds } from './import-queries.ts';
import { lockQuestionRow } from './queries.ts';
import { saveContent } from './question-save.ts';
import { addKnownWords, insertTags } from './search-queries.ts';
import { type CheckedContent, checkContent } from './service.ts';

/** The number of questions that one statement creates: enough for speed, few enough that memory is bounded. */
const BATCH = 200;

/**
 * Creates many questions of one author in a few statements. Returns their ids, in order. The lists they name must
 * exist. The first invalid question refuses all, so a caller that needs an error per row has to check each one first.
 * `author.status`, `author.teacherStatus`: their approval. Call it once with all of them, or last in a transaction: new
 * words wait for anyone else who is adding them. @throws VALIDATION_FAILED for content that `createQuestion` would
 * refuse
 */
export async function createImportedQuestions(tx: Tx, author: ImportAuthor, questions: readonly QuestionContent[]): Promise<number[]> {
  const ids: number[] = [];
  const known = new Set<string>();
  const turn = createTurns(); // answers of a lesson continue in between
  for (let from = 0; from < questions.length; from += BATCH) {
    const batch: CheckedContent[] = [];
    for (const question of questions.slice(from, from + BATCH)) {
      batch.push(checkContent(question));
      await turn();
    }
    await requireUsableFiles(tx, [...new Set(batch.flatMap(({ fileIds }) => fileIds))], { ...author, field: 'description' });
    const taken = await takeIds(tx, batch.length);
    const rows: (CheckedContent & NewRow)[] = [];
    for (const [index, checked] of batch.entries()) {
      rows.push({ ...checked, ...(taken[index] as (typeof taken)[number]), words: toSearchVector(checked.search) });
      await turn();
    }
    await insertQuestionRows(tx, author, rows);
    await insertTags(
      tx,
      rows.map(({ questionId, words, content }) => ({ questionId, words, tags: content.published_state === 'PUBLISHED' ? content.tag : [] })),
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

/**
 * Gives a question of the bank the right answer from a file, as a new version if the current one is not the editor's
 * own or was asked; everything else is unchanged. Does nothing if its choices differ now. @throws QUESTION_NOT_FOUND,
 * NOT_YOUR_QUESTION
 */
export async function correctKey(
  edit: { tx: Tx; actor: Person; requestId: string; action: string },
  questionId: number,
  corrected: readonly Pick<StoredResponse, 'title' | 'match_label' | 'is_valid' | 'sub_grade'>[],
): Promise<boolean> {
  const reader = readerOf(edit.actor);
  await lockQuestionRow(edit.tx, questionId);
  const before = await getChangeableQuestion(edit.tx, reader, questionId);
  if (before.responses.some(({ title }, index) => title !== corrected[index]?.title) || before.responses.length !== corrected.length) return false;
  const responses = before.responses.map((response, index) => {
    const { match_label, is_valid, sub_grade } = corrected[index] as (typeof corrected)[number];
    return { ...response, match_label, is_valid, sub_grade };
  });
  const rubrics = computeRubrics(responses, before.rubrics);
  await saveContent(edit, reader, before, { content: { ...before, responses, rubrics, overall_grade: null }, chosen: null });
  return true;
}
