/**
 * Question formats: questions come in from files of other systems and leave as such.
 *
 * Invariants: what a file is, is told by its content; one wrong question costs itself alone, and its place is named; what
 * cannot be carried over is told, never dropped silently; HTML becomes a document by the bank's allow-list, so nothing
 * that could run comes in; nothing is fetched, expanded, evaluated or written by a name that a file chooses; memory holds
 * the file and one batch of questions; a preview says what the import does, as long as nothing changes in between; a whole
 * import can be taken back: what it made goes to the deleted questions, as far as nobody has used, judged or changed it.
 */
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import { takeBackJob } from '../../school/imports/index.ts';
import { implementQuestionExport } from './export/endpoint.ts';
import { implementQuestionImport, type QuestionImportDependencies } from './import/endpoints.ts';
import { questionImportJob } from './import/job.ts';
import { implementQuestionTakeBack, questionTakeBack } from './import/take-back.ts';

export { questionTemplate } from './sheet/template.ts';

export function questionFormatsModule({ db, access, ...dependencies }: QuestionImportDependencies & { db: Db; access: AccessEngine }): Manifest {
  return {
    implementations: [...implementQuestionImport(dependencies), ...implementQuestionTakeBack(dependencies), implementQuestionExport(dependencies)],
    jobs: [questionImportJob({ db, access, ...dependencies }), takeBackJob({ db, access, ...questionTakeBack(dependencies) })],
  };
}
