import { toKnownWords, toSearchVector } from '@classwright/rules/questions/index';
import { toPlainText } from '@classwright/rules/rich-text/index';
import type { DataStep } from '../../platform/database/index.ts';
import { fillBankColumns, listQuestionsAfter } from './fill-bank-queries.ts';
import { loadQuestionVersions } from './load.ts';
import { addKnownWords, saveSearchEntries } from './search-queries.ts';

const BATCH = 200;

/**
 * Brings questions that were written before there was a bank into it: what lists are narrowed to, the words that search
 * finds, tags, and the words among which misspelt ones are looked for.
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
    const unknown = questions.filter(({ isArchived, isKnown }) => !isArchived && !isKnown);
    const versions = await loadQuestionVersions(
      tx,
      unknown.map(({ versionId }) => versionId),
    );
    const entries = unknown.map(({ id, versionId }) => {
      const { title, tag, description, responses, published_state } = versions.get(versionId)!;
      const search = {
        title,
        tags: tag,
        description: toPlainText(description),
        responses: responses.map((response) => response.title),
        reasonings: responses.map((response) => toPlainText(response.description)),
      };
      return { questionId: id, words: toSearchVector(search), tags: published_state === 'PUBLISHED' ? tag : [], known: toKnownWords(search) };
    });
    if (entries.length > 0) await saveSearchEntries(tx, entries);
    await addKnownWords(tx, [...new Set(entries.flatMap(({ known }) => known))]);
    return last.id;
  },
};
