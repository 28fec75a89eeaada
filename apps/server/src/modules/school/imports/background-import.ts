import { packMessage } from '@classwright/contract';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { JobKind } from '../../../platform/jobs/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import { findActingPerson } from './acting-person.ts';
import type { ImportDefinition } from './import-definition.ts';
import { finishImport, getImport, lockImportFile, updateImport } from './queries.ts';

export interface BackgroundImport {
  import_id: number;
  request_id: string;
}

/** Returns the catalog key of a refusal, with its numbers and texts. */
function reasonOf({ code, params }: AppError): string {
  const said = Object.entries(params).filter((entry): entry is [string, string | number] => ['string', 'number'].includes(typeof entry[1]));
  return said.length > 0 ? packMessage(`error.${code}`, Object.fromEntries(said)) : `error.${code}`;
}

/**
 * Imports a file that is too long to process within the request. A final failure is recorded on the import. If a server
 * dies midway, nothing was stored, and another server starts over.
 */
export function backgroundImport<Finding>(
  { jobKind, right, unreadable, apply }: Pick<ImportDefinition<Finding>, 'jobKind' | 'right' | 'unreadable' | 'apply'>,
  { db, access }: { db: Db; access: AccessEngine },
): JobKind<BackgroundImport> {
  const fail = (importId: number, failure: string) => finishImport(db, importId, { status: 'failed', failure }, { keepsFile: false });
  return {
    kind: jobKind,
    tries: 3,
    lane: 'heavy',
    isBegunElsewhere: true,
    async run({ import_id: importId, request_id: requestId }, { isLastTry, standBack }) {
      // only before the transaction, since the transaction holds locks that others may wait for
      await standBack();
      const bytes = await inTransaction(db, async (tx) => {
        const file = await lockImportFile(tx, importId, ['waiting', 'running']);
        if (file) await updateImport(tx, importId, { status: 'running', done_rows: 0 });
        return file;
      });
      if (!bytes) return; // done by another try
      const row = await getImport(db, importId);
      const person = await findActingPerson(db, access, row.account_id);
      if (!person?.rights.has(right)) return fail(importId, 'error.NOT_ALLOWED');
      try {
        await apply(db, { row, bytes, requestId, person });
      } catch (error) {
        // the catalog key of the reason for refusing the file, and its parameters
        if (error instanceof AppError)
          return fail(importId, error.code === 'VALIDATION_FAILED' ? (error.fields?.['file']?.[0] ?? unreadable) : reasonOf(error));
        if (isLastTry) await fail(importId, 'import.failed');
        throw error;
      }
    },
  };
}
