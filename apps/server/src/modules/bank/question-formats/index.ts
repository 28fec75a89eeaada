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
import type { AccessEngine } from '../../people/access/index.ts';
import { importUndoJob } from '../../school/imports/index.ts';
import { implementQuestionExport } from './export/endpoint.ts';
import { implementQuestionImport, type QuestionImportDependencies } from './import/endpoints.ts';
import { questionImportJob } from './import/job.ts';
import { implementQuestionImportUndo, questionImportUndo } from './import/undo-import.ts';

export { parseQuestionFile } from './read-file.ts';
export { questionTemplate } from './sheet/template.ts';

export function questionFormatsModule({ db, access, ...dependencies }: QuestionImportDependencies & { db: Db; access: AccessEngine }): Manifest {
  return {
    implementations: [...implementQuestionImport(dependencies), ...implementQuestionImportUndo(dependencies), implementQuestionExport(dependencies)],
    jobs: [questionImportJob({ db, access, ...dependencies }), importUndoJob({ db, access, ...questionImportUndo(dependencies) })],
  };
}
