import type { Manifest } from '../../../manifest.ts';
import type { BankDependencies } from './dependencies.ts';
import { questionFiles } from './file-use.ts';
import { implementQuestionArchive } from './question-archive.ts';
import { implementQuestionBulk } from './question-bulk.ts';
import { implementQuestionRead } from './question-read.ts';
import { implementQuestionReview } from './question-review.ts';
import { implementQuestionSave } from './question-save.ts';
import { implementQuestionStatus } from './question-status.ts';
import { implementQuestionVersions } from './question-versions.ts';
import { implementTemplates } from './templates/index.ts';

/** Creates the module with the calls of the question bank, and its files. */
export function questionsModule(dependencies: BankDependencies): Manifest {
  const implementations = [
    ...implementQuestionRead(dependencies),
    ...implementQuestionSave(dependencies),
    ...implementQuestionArchive(dependencies),
    implementQuestionBulk(dependencies),
    implementQuestionStatus(dependencies),
    implementQuestionReview(dependencies),
    ...implementQuestionVersions(dependencies),
    ...implementTemplates(dependencies),
  ];
  return { implementations, fileUses: [questionFiles] };
}
