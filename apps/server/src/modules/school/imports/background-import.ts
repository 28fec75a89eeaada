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

/** A file that is to be applied now, and whoever imports it, with the rights of this moment. */
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
  /** Without it the import fails. */
  right: string;
  /** What is said where the content is at fault and nobody said how. */
  refusedAs: MessageKey;
  apply: (held: HeldImport) => Promise<unknown>;
}

/**
 * Imports a file that is too long for one answer. What fails for good is said on the import; a server that dies in the
 * middle has kept nothing, and another one begins anew.
 */
export function backgroundImport({ db, access, kind, right, refusedAs, apply }: BackgroundImportOptions): JobKind<BackgroundImport> {
  const fail = (importId: number, failure: string) => finishImport(db, importId, { status: 'failed', failure }, { keepsFile: false });
  return {
    kind,
    tries: 3,
    lane: 'heavy',
    isBegunElsewhere: true,
    async run({ import_id: importId, request_id: requestId }, { isLastTry, standBack }) {
      // before the transaction alone, which holds what others may wait for
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
        // the catalogue's key of what the file was refused with, and its parameters
        if (error instanceof AppError)
          return fail(importId, error.code === 'VALIDATION_FAILED' ? (error.fields?.['file']?.[0] ?? refusedAs) : `error.${error.code}`);
        if (isLastTry) await fail(importId, 'import.failed');
        throw error;
      }
    },
  };
}
