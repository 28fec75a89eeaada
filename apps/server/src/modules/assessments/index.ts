/**
 * Assessments: two questions for one class.
 *
 * Invariants: an assessment has exactly two questions, the first asked in Form - 1A and Form - 1B, the second in
 * Form - 2; a finished one never runs again; who has no reach to one is told that it does not exist.
 */
import type { Implementation } from '../../platform/http/index.ts';
import type { FileLinks } from '../files/index.ts';
import { implementAssessmentGet } from './assessment-get.ts';
import { implementAssessmentList } from './assessment-list.ts';

export { finishAssessment, freezeQuestions } from './run.ts';
export { createAssessment, type NewAssessment } from './service.ts';
export { toScheduleView } from './views.ts';

export function implementAssessments(dependencies: { fileLinks: FileLinks }): Implementation[] {
  return [implementAssessmentList(), implementAssessmentGet(dependencies)];
}
