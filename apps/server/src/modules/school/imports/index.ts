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
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import { type ImportDependencies, implementImportAccount } from './import-account.ts';
import { implementImportRead } from './import-read.ts';
import { importJob } from './job.ts';
import { deleteOldImports } from './queries.ts';
import { importUndoJob } from './undo-import.ts';
import { accountImportUndo, type DropSchool, implementAccountImportUndo } from './undo-accounts.ts';
import type { AccessEngine } from '../../people/access/index.ts';

export { type BackgroundImport, backgroundImport } from './background-import.ts';
export { accountColumns } from './columns.ts';
export { errorSheet } from './error-sheet.ts';
export {
  countOutcomes,
  findImport,
  findImportById,
  finishImport,
  getImport,
  lockImportFile,
  type ImportRow,
  insertImport,
  listImports,
  listOutcomes,
  listProblemGroups,
  type OutcomeRow,
  type ProblemGroup,
  type StoredOutcome,
  updateImport,
} from './queries.ts';
export { toFieldError as toTableFieldError } from './judge-file.ts';
export { accountTemplate } from './template.ts';
export { startImportUndo, planImportUndo, importUndoJob, type ImportUndoActions } from './undo-import.ts';
export type { DropSchool } from './undo-accounts.ts';
export { suggestNames } from './suggest-names.ts';
export { toImportView } from './views.ts';
export { importWhole, type Report, storePreview } from './whole-or-nothing.ts';
export type { MakeSchool } from './run-import.ts';

export function importsModule({ db, access, ...dependencies }: ImportDependencies & { db: Db; access: AccessEngine; dropSchool: DropSchool }): Manifest {
  return {
    implementations: [...implementImportAccount(dependencies), ...implementImportRead(dependencies), ...implementAccountImportUndo(dependencies)],
    jobs: [
      scheduledJob('import.forget', 60, () => deleteOldImports(db)),
      importJob({ db, access, ...dependencies }),
      importUndoJob({ db, access, ...accountImportUndo(dependencies) }),
    ],
  };
}
