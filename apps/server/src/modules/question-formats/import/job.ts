import { QuestionImportOptions } from '@classwright/contract';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { JobKind } from '../../../platform/jobs/index.ts';
import { type AccessEngine, getAccessVersion } from '../../access/index.ts';
import { findImporter, finishImport, getImport, holdFile, updateImport } from '../../imports/index.ts';
import { applyQuestions, type RunDependencies } from './run.ts';

export const QUESTION_IMPORT_JOB = 'import.questions';

export interface QuestionImportJob {
  import_id: number;
  request_id: string;
}

/**
 * Imports a file that is too long for one answer. What fails for good is said on the import; a server that dies in the
 * middle has kept nothing, and another one begins anew.
 */
export function questionImportJob({ db, access, ...dependencies }: RunDependencies & { db: Db; access: AccessEngine }): JobKind<QuestionImportJob> {
  const fail = (importId: number, failure: string) => finishImport(db, importId, { status: 'failed', failure }, { keepsFile: false });
  return {
    kind: QUESTION_IMPORT_JOB,
    tries: 3,
    async run({ import_id: importId, request_id: requestId }, { isLastTry }) {
      const bytes = await inTransaction(db, async (tx) => {
        const file = await holdFile(tx, importId, ['waiting', 'running']);
        if (file) await updateImport(tx, importId, { status: 'running', done_rows: 0 });
        return file;
      });
      if (!bytes) return; // done by another try
      const row = await getImport(db, importId);
      const importer = await findImporter(db, row.account_id);
      const rights = await access.rightsOf(db, row.account_id, await getAccessVersion(db));
      if (!importer || !rights.has('question-imports:create')) return fail(importId, 'error.NOT_ALLOWED');
      const person = {
        accountId: row.account_id,
        schoolId: importer.schoolId,
        canPublish: rights.has('questions:publish'),
        canApprove: rights.has('questions:approve'),
      };
      const options = QuestionImportOptions.parse(row.options);
      try {
        await applyQuestions(db, { importId, bytes, fileName: row.file_name, options, person, requestId }, dependencies);
      } catch (error) {
        if (error instanceof AppError) return fail(importId, error.code === 'VALIDATION_FAILED' ? 'questionImport.file.unreadable' : `error.${error.code}`);
        if (isLastTry) await fail(importId, 'import.failed');
        throw error;
      }
    },
  };
}
