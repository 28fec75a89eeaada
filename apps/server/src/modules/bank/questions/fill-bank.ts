import { toPlainText } from '@classwright/rules/rich-text/index';
import type { DataStep, Tx } from '../../../platform/database/index.ts';
import { fillBankColumns, listQuestionsAfter } from './queries.ts';
import { loadQuestionVersions } from './load.ts';
import { type IndexedQuestion, saveSearch } from './search-queries.ts';

const BATCH = 200;

/**
 * Adds questions from before the bank existed to it: the columns for filters, the search index, tags, and the list of
 * words for finding misspelled ones.
 */
export const fillBank: DataStep = {
  name: 'questions-into-bank',
  waitsFor: 'Making the questions of earlier versions known to the search.',
  async run(tx, lastId) {
    const questions = await listQuestionsAfter(tx, lastId, BATCH);
    const last = questions.at(-1);
    if (!last) return null;
    await fillBankColumns(
      tx,
      questions.map(({ id }) => id),
    );
    await index(
      tx,
      questions.filter(({ isArchived, isKnown }) => !isArchived && !isKnown),
    );
    return last.id;
  },
};

/**
 * Updates the search index of questions to the current folding of words; deleted questions are updated when they are
 * restored.
 */
export const refoldSearchWords: DataStep = {
  name: 'words-of-every-script',
  waitsFor: 'Writing the words of the question bank down for the search, in every script.',
  async run(tx, lastId) {
    const questions = await listQuestionsAfter(tx, lastId, BATCH);
    await index(
      tx,
      questions.filter(({ isArchived }) => !isArchived),
    );
    return questions.at(-1)?.id ?? null;
  },
};

async function index(tx: Tx, questions: readonly { id: number; versionId: number }[]): Promise<void> {
  const versions = await loadQuestionVersions(
    tx,
    questions.map(({ versionId }) => versionId),
  );
  const entries = questions.map(({ id, versionId }): IndexedQuestion => {
    const { title, tag, description, responses, published_state } = versions.get(versionId)!;
    const search = {
      title,
      tags: tag,
      description: toPlainText(description),
      responses: responses.map((response) => response.title),
      reasonings: responses.map((response) => toPlainText(response.description)),
    };
    return { questionId: id, search, isInBank: published_state === 'PUBLISHED' };
  });
  await saveSearch(tx, entries);
}
