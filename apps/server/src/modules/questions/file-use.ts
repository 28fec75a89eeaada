import type { FileUse } from '../files/index.ts';
import { knowsKey, readerOf } from './access.ts';
import { findBankRow } from './bank-queries.ts';
import { listVersionsWithFile } from './file-use-queries.ts';

/**
 * Files of questions, of every version. Whoever may see a question sees what is attached to it and in its text as it is
 * now; who may know its key, all of it.
 */
export const questionFiles: FileUse = {
  async count(db, fileId) {
    const versions = await listVersionsWithFile(db, fileId);
    const of = (archived: boolean) => new Set(versions.filter(({ is_archived }) => is_archived === archived).map(({ question_id }) => question_id)).size;
    return [
      { table: 'questions', count: of(false) },
      { table: 'archivedQuestions', count: of(true) },
    ];
  },
  async canRead(db, actor, fileId) {
    const reader = await readerOf(db, actor);
    for (const { question_id, is_current, is_open } of await listVersionsWithFile(db, fileId)) {
      const row = await findBankRow(db, reader, question_id);
      if (row && (knowsKey(reader, row) || (is_current && is_open))) return true;
    }
    return false;
  },
};
