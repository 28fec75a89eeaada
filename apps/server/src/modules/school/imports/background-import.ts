import type { MessageKey } from '@classwright/contract';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { JobKind } from '../../../platform/jobs/index.ts';
import type { Person } from '../../../platform/http/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import { findImporter, finishImport, getImport, lockImportFile, type ImportRow, updateImport } from './queries.ts';

export interface BackgroundImport {
  import_id: number;
  request_id: string;
}

/** A file to apply now, and the person who imports it, with their current rights. */
export interface HeldImport {
  row: ImportRow;
  bytes: Buffer;
  requestId: string;
  person: Person;
}

interface BackgroundImportOptions {
  db: Db;
  access: AccessEngine;
  kind: string;
  /** The right to import; without it the import fails. */
  right: string;
  /** The message when the content is at fault and no other reason is given. */
  refusedAs: MessageKey;
  apply: (held: HeldImport) => Promise<unknown>;
}

/**
 * Imports a file that is too long to process within the request. A final failure is recorded on the import. If a server
 * dies midway, nothing was stored, and another server starts over.
 */
export function backgroundImport({ db, access, kind, right, refusedAs, apply }: BackgroundImportOptions): JobKind<BackgroundImport> {
  const fail = (importId: number, failure: string) => finishImport(db, importId, { status: 'failed', failure }, { keepsFile: false });
  return {
    kind,
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
      const importer = await findImporter(db, row.account_id);
      const person = importer && (await access.personOf(db, importer));
      if (!person?.rights.has(right)) return fail(importId, 'error.NOT_ALLOWED');
      try {
        await apply({ row, bytes, requestId, person });
      } catch (error) {
        // the catalog key of the reason for refusing the file, and its parameters
        if (error instanceof AppError)
          return fail(importId, error.code === 'VALIDATION_FAILED' ? (error.fields?.['file']?.[0] ?? refusedAs) : `error.${error.code}`);
        if (isLastTry) await fail(importId, 'import.failed');
        throw error;
      }
    },
  };
}
