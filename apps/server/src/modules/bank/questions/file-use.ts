import { MAX_NAMED } from '../../school/files/index.ts';
import type { FileUse, NamedUse } from '../../../manifest.ts';
import { knowsKey, readerOf } from './access.ts';
import { findBankRow } from './bank-queries.ts';
import { listVersionsWithFile } from './file-use-queries.ts';

/**
 * Files of questions, of every version. A person who may see a question sees the attachments and pictures of its
 * current text; a person who may know its key sees all of its files.
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
  async list(db, actor, fileId) {
    const reader = readerOf(actor);
    const versions = (await listVersionsWithFile(db, fileId)).filter(({ is_archived }) => !is_archived);
    const named: NamedUse[] = [];
    for (const id of [...new Set(versions.map(({ question_id }) => question_id))].slice(0, MAX_NAMED)) {
      const row = await findBankRow(db, reader, id);
      const isSeen =
        row !== null && versions.some((version) => version.question_id === id && (knowsKey(reader, row) || (version.is_current && version.is_open)));
      if (isSeen) named.push({ table: 'questions', id, name: row.title, course_id: null });
    }
    return named;
  },
  async canRead(db, actor, fileId) {
    const reader = readerOf(actor);
    for (const { question_id, is_current, is_open } of await listVersionsWithFile(db, fileId)) {
      const row = await findBankRow(db, reader, question_id);
      if (row && (knowsKey(reader, row) || (is_current && is_open))) return true;
    }
    return false;
  },
};
