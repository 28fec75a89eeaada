/**
 * Imports: people from a spreadsheet; and what an import of anything is made of (its file, its preview row by row, its
 * report, all or nothing), for modules whose things come in files.
 *
 * Invariants: what a preview says is what the import does, as long as nothing changes in between; an import makes all of
 * its accounts or none, unless whoever imports wants the rows without errors; an address that somebody has is left as it
 * is; nobody imports people of another school, or roles that grant more than they may; memory holds the file and one
 * batch of rows; the file is forgotten when it is done, and after a day at the latest. For 30 days an import can be taken
 * back by whoever did it: what it made goes as far as nobody has used or changed it since, and nothing else changes.
 */
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import { type ImportDependencies, implementImportAccount } from './import-account.ts';
import { implementImportRead } from './import-read.ts';
import { importJob } from './job.ts';
import { forgetImports } from './queries.ts';
import { takeBackJob } from './take-back.ts';
import { accountTakeBack, type DropSchool, implementAccountTakeBack } from './take-back-accounts.ts';
import type { AccessEngine } from '../../people/access/index.ts';

export { type BackgroundImport, backgroundImport } from './background-import.ts';
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
export { beginTakeBack, planTakeBack, takeBackJob, type TakeBackMeans } from './take-back.ts';
export type { DropSchool } from './take-back-accounts.ts';
export { suggestNames } from './suggest-names.ts';
export { toImportView } from './views.ts';
export { importWhole, type Report, storePreview } from './whole-or-nothing.ts';
export type { MakeSchool } from './run-import.ts';

export function importsModule({ db, access, ...dependencies }: ImportDependencies & { db: Db; access: AccessEngine; dropSchool: DropSchool }): Manifest {
  return {
    implementations: [...implementImportAccount(dependencies), ...implementImportRead(dependencies), ...implementAccountTakeBack(dependencies)],
    jobs: [
      scheduledJob('import.forget', 60, () => forgetImports(db)),
      importJob({ db, access, ...dependencies }),
      takeBackJob({ db, access, ...accountTakeBack(dependencies) }),
    ],
  };
}
