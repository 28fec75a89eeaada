import { QuestionImportOptions } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import type { JobKind } from '../../../../platform/jobs/index.ts';
import type { AccessEngine } from '../../../people/access/index.ts';
import { type BackgroundImport, backgroundImport } from '../../../school/imports/index.ts';
import { applyQuestions, type RunDependencies } from './run.ts';

export const QUESTION_IMPORT_JOB = 'import.questions';

/** Imports questions from a file that is too long to process within the request. */
export function questionImportJob({ db, access, ...dependencies }: RunDependencies & { db: Db; access: AccessEngine }): JobKind<BackgroundImport> {
  return backgroundImport({
    db,
    access,
    kind: QUESTION_IMPORT_JOB,
    right: 'question-imports:create',
    refusedAs: 'questionImport.file.unreadable',
    apply: ({ row, bytes, requestId, person }) => {
      const options = QuestionImportOptions.parse(row.options);
      return applyQuestions(db, { importId: row.id, bytes, fileName: row.file_name, options, person, requestId }, dependencies);
    },
  });
}
