import { toKnownWords, toSearchVector } from '@classwright/rules/questions/index';
import type { Tx } from '../../platform/database/index.ts';
import type { Person } from '../../platform/http/index.ts';
import { createTurns } from '../../platform/workers/index.ts';
import { requireUsableFiles } from '../files/index.ts';
import { getChangeableQuestion, readerOf } from './access.ts';
import { toContentOf } from './form.ts';
import { type ImportAuthor, insertQuestionRows, type NewRow, takeIds } from './import-queries.ts';
import { holdQuestion } from './queries.ts';
import { saveContent } from './question-save.ts';
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

/** A right answer as a file has it. */
export interface CorrectedResponse {
  title: string;
  matchLabel: string;
  isValid: boolean;
  points: number;
}

/**
 * Gives a question of the bank the right answer that a file has, as a new version where the old one is not the editor's
 * own or was asked; all else stays. Nothing where its choices are others by now.
 * @throws QUESTION_NOT_FOUND, NOT_YOUR_QUESTION
 */
export async function correctKey(
  edit: { tx: Tx; actor: Person; requestId: string; action: string },
  questionId: number,
  corrected: readonly CorrectedResponse[],
): Promise<boolean> {
  const reader = readerOf(edit.actor);
  await holdQuestion(edit.tx, questionId);
  const before = await getChangeableQuestion(edit.tx, reader, questionId);
  const content = toContentOf(before);
  if (content.responses.some(({ title }, index) => title !== corrected[index]?.title) || content.responses.length !== corrected.length) return false;
  const described = new Map((content.rubrics ?? []).map(({ level, description }) => [level, description]));
  const byLevel = new Map(corrected.map(({ matchLabel, points }) => [matchLabel, points]));
  const responses = content.responses.map((response, index) => {
    const { matchLabel = '', isValid = false, points = 0 } = corrected[index] ?? {};
    return { ...response, matchLabel, isValid, subGrade: points };
  });
  const rubrics = [...byLevel].map(([level, point]) => ({ point, level, description: described.get(level) ?? '' })).sort((a, b) => b.point - a.point);
  await saveContent(edit, reader, before, { content: { ...content, responses, rubrics, overallGrade: null }, chosen: null });
  return true;
}
