/**
 * Question formats: import and export of questions in other systems' files.
 *
 * Invariants: the type of a file is recognized from its content; an invalid question affects only itself, and its place
 * is named; anything that cannot be carried over is reported, never silently dropped; HTML becomes a document by the
 * bank's allow-list, so nothing executable enters; nothing is fetched, expanded, evaluated or written under a name that
 * a file chooses; memory holds the file and one batch of questions; an import does exactly what its preview shows, if
 * nothing changes in between; a whole import can be undone: its questions move to the deleted ones, unless somebody has
 * used, judged or changed them.
 */
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import { createImportRun, importJobs } from '../../school/imports/index.ts';
import { implementQuestionExport } from './export/endpoint.ts';
import { implementQuestionImport } from './import/endpoints.ts';
import { questionImport } from './import/import-questions.ts';
import type { RunDependencies } from './import/run.ts';

export { parseQuestionFile } from './read-file.ts';
export { questionTemplate } from './sheet/template.ts';

interface QuestionFormatsDependencies extends RunDependencies {
  db: Db;
  access: AccessEngine;
  jobs: Jobs;
}

export function questionFormatsModule({ db, access, jobs, ...dependencies }: QuestionFormatsDependencies): Manifest {
  const { t } = dependencies;
  const questions = questionImport(dependencies);
  return {
    implementations: [...implementQuestionImport(createImportRun(questions, { t, jobs }), t), implementQuestionExport(dependencies)],
    jobs: importJobs(questions, { db, access }),
  };
}
