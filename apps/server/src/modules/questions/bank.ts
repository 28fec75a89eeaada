import type { MessageKey, Translate } from '@classwright/contract';
import type { Implementation } from '../../platform/http/index.ts';
import type { FileLinks, FileStorage } from '../files/index.ts';
import { implementQuestionDelete } from './question-delete.ts';
import { implementQuestionRead } from './question-read.ts';
import { implementQuestionReview } from './question-review.ts';
import { implementQuestionSave } from './question-save.ts';
import { implementQuestionStatus } from './question-status.ts';
import { implementQuestionVersions } from './question-versions.ts';
import { implementTemplates } from './templates/index.ts';

export interface BankDependencies {
  t: Translate<MessageKey>;
  fileLinks: FileLinks;
  storage: FileStorage;
}

/** The calls of the question bank. */
export function implementQuestions(dependencies: BankDependencies): Implementation[] {
  return [
    ...implementQuestionRead(dependencies),
    ...implementQuestionSave(dependencies),
    implementQuestionDelete(dependencies),
    implementQuestionStatus(dependencies),
    implementQuestionReview(dependencies),
    ...implementQuestionVersions(dependencies),
    ...implementTemplates(dependencies),
  ];
}
