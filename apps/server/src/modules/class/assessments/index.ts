/**
 * Assessments: two questions for one class.
 *
 * Invariants: an assessment has exactly two questions, the first asked in Form - 1A and Form - 1B, the second in Form -
 * 2; one with attempts cannot change, and a finished one never runs again; only its owner and Admins change it; people
 * without reach to one get the answer that it does not exist.
 */
import type { MessageKey, Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import type { FileLinks, FileStorage } from '../../school/files/index.ts';
import { implementAssessmentGet } from './assessment-get.ts';
import { implementAssessmentHint } from './assessment-hint.ts';
import { implementAssessmentKeeping } from './assessment-keep.ts';
import { implementAssessmentList } from './assessment-list.ts';
import { implementAssessmentSave } from './assessment-save.ts';
import { assessmentFiles } from './file-use.ts';
import type { AssessmentDependencies } from './dependencies.ts';
import { implementAssessmentPeriods } from './periods.ts';
import { createPresenter } from './present.ts';

export { createUnfinishedPages } from './assessment-list.ts';
export { finishAssessment, freezeQuestions } from './run.ts';
export { assessmentChanged, reachChanged } from './events.ts';
export { createAssessment, type NewAssessment } from './service.ts';
export { toScheduleView } from './views.ts';

export interface AssessmentsOptions {
  t: Translate<MessageKey>;
  fileLinks: FileLinks;
  storage: FileStorage;
}

export function assessmentsModule({ t, storage, fileLinks }: AssessmentsOptions): Manifest {
  const dependencies: AssessmentDependencies = { t, storage, presenter: createPresenter(fileLinks) };
  const implementations = [
    implementAssessmentList(dependencies),
    implementAssessmentGet(dependencies),
    ...implementAssessmentSave(dependencies),
    ...implementAssessmentKeeping(dependencies),
    implementAssessmentHint(dependencies),
    ...implementAssessmentPeriods({ t }),
  ];
  return { implementations, fileUses: [assessmentFiles] };
}
