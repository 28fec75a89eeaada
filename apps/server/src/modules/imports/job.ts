import { type Db, inTransaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { JobKind } from '../../platform/jobs/index.ts';
import { type AccessEngine, getAccessVersion } from '../access/index.ts';
import { findImporter, finishImport, getImport, holdFile, updateImport } from './queries.ts';
import { applyImport, type LinkMailer } from './run-import.ts';

export const IMPORT_JOB = 'import.account';

export interface ImportJob {
  import_id: number;
  request_id: string;
}

/**
 * Imports a file that is too long for one answer. What fails for good is said on the import; a server that dies in the
 * middle has kept nothing, and another one begins anew.
 */
export function importJob({ db, access, mailer }: { db: Db; access: AccessEngine; mailer: LinkMailer }): JobKind<ImportJob> {
  const fail = (importId: number, failure: string) => finishImport(db, importId, { status: 'failed', failure }, { keepsFile: false });
  return {
    kind: IMPORT_JOB,
    tries: 3,
    async run({ import_id: importId, request_id: requestId }, { isLastTry }) {
      const bytes = await inTransaction(db, async (tx) => {
        const file = await holdFile(tx, importId, ['waiting', 'running']);
        if (file) await updateImport(tx, importId, { status: 'running', done_rows: 0 });
        return file;
      });
      if (!bytes) return; // done by another try
      const { account_id: accountId, file_name: fileName, is_partial: isPartial, sends_links: sendsLinks } = await getImport(db, importId);
      const importer = await findImporter(db, accountId);
      const rights = await access.rightsOf(db, accountId, await getAccessVersion(db));
      if (!importer || !rights.has('accounts:create')) return fail(importId, 'error.NOT_ALLOWED');
      try {
        const person = { accountId, schoolId: importer.schoolId };
        await applyImport(db, { importId, bytes, person, fileName, isPartial, sendsLinks, requestId }, mailer);
      } catch (error) {
        if (error instanceof AppError) return fail(importId, failureOf(error));
        if (isLastTry) await fail(importId, 'import.failed');
        throw error;
      }
    },
  };
}

/** The catalogue's key of what a file was refused with; its parameters are not kept. */
function failureOf(error: AppError): string {
  return error.code === 'VALIDATION_FAILED' ? 'import.file.broken' : `error.${error.code}`;
}
