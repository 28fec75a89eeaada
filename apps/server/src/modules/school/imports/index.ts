/**
 * Imports: people from a spreadsheet, and the shared machinery of any import (file, row-by-row preview, report, all or
 * nothing) for modules that import other things.
 *
 * Invariants: an import does exactly what its preview shows, if nothing changes in between; an import creates all of
 * its accounts or none, unless the importer chose to import the rows without errors; an address that already exists is
 * unchanged; nobody can import people of another school, or roles that grant more than their own; memory holds the file
 * and one batch of rows; the file is deleted when the import is done, and after a day at the latest. The importer can
 * undo an import for 30 days: this deletes what it created unless somebody has used or changed it since, and changes
 * nothing else.
 */
import type { MessageKey, Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type Jobs, scheduledJob } from '../../../platform/jobs/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import { implementAccountImport } from './accounts/endpoints.ts';
import { accountImport } from './accounts/import-accounts.ts';
import type { ImportMeans } from './accounts/run-import.ts';
import type { DropSchool } from './accounts/undo-accounts.ts';
import { createImportRun, importJobs } from './import-run.ts';
import { deleteOldImports } from './queries.ts';
import { personalData } from './personal-data.ts';

export { accountColumns } from './accounts/columns.ts';
export { findActingPerson } from './acting-person.ts';
export type { MakeSchool } from './accounts/run-import.ts';
export { accountTemplate } from './accounts/template.ts';
export type { DropSchool } from './accounts/undo-accounts.ts';
export { errorSheet } from './error-sheet.ts';
export type { HeldImport, ImportDefinition } from './import-definition.ts';
export { createImportRun, type ImportRun, importJobs } from './import-run.ts';
export {
  findImportById,
  finishImport,
  getImport,
  lockImportFile,
  type ImportRow,
  insertImport,
  listOutcomes,
  type OutcomeRow,
  type ProblemGroup,
  type StoredOutcome,
  updateImport,
} from './queries.ts';
export { slicedJob } from './sliced-job.ts';
export { suggestNames } from './suggest-names.ts';
export { blameCell, readTableRows, toStorable } from './table-rows.ts';
export { templateBook } from './template-book.ts';
export { endOf, type ImportUndo } from './undo-import.ts';
export { toImportView } from './views.ts';
export { importWhole, type Report, storePreview } from './whole-or-nothing.ts';

interface ImportsOptions extends Omit<ImportMeans, 'mailer'> {
  db: Db;
  access: AccessEngine;
  t: Translate<MessageKey>;
  jobs: Jobs;
  dropSchool: DropSchool;
  /** The means to send links by email, or null if the server sends no email. */
  mail: ImportMeans['mailer'];
}

export function importsModule({ db, access, jobs, mail, ...given }: ImportsOptions): Manifest {
  const { t } = given;
  const accounts = accountImport({ ...given, mailer: mail });
  return {
    personalData,
    implementations: implementAccountImport(createImportRun(accounts, { t, jobs }), t),
    jobs: [scheduledJob('import.forget', 60, () => deleteOldImports(db)), ...importJobs(accounts, { db, access })],
  };
}
