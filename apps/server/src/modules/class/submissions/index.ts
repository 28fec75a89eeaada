/**
 * Submissions: what each student hands in for each work of a class, its grade, and its way between student and teacher.
 *
 * Invariants: a student has one submission for each work, which stays when the student leaves or is taken off the work;
 * late is decided by the database's clock when work is handed in, and never refuses it; a grade is written by `saveGrades`
 * alone, with an act and what each grade was after it; students see what was returned to them and never a draft
 * or a private note; an
 * answer that was handed in is kept, also when another takes its place.
 */
import type { Manifest } from '../../../manifest.ts';
import { onEnrolled } from '../classes/index.ts';
import { onPointsChanged, onWorkPosted } from '../classwork/index.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import { submissionFiles } from './file-use.ts';
import { implementGradeActUndo } from './grade-act-undo.ts';
import { notePoints } from './points.ts';
import { giveWork, giveWorkTo } from './service.ts';
import { implementGradeActHistory } from './grade-act-history.ts';
import { implementGradeActPreview } from './grade-act-preview.ts';
import { implementGradeBulk } from './grade-bulk.ts';
import { implementGradeBookReturn } from './grade-book-return.ts';
import { implementStudentGradeHistory } from './student-grade-history.ts';
import { implementGrading } from './submission-grade.ts';
import { implementMessage } from './submission-message.ts';
import { implementPrivateNotes } from './private-notes.ts';
import { implementSubmissionRead } from './submission-read.ts';
import { implementReturning } from './submission-return.ts';
import { implementSubmit } from './submission-submit.ts';

export { announceCells, announceGradeCells, type Announcing, tellReturned } from './announce.ts';
export { type GradesSaved, onGradesSaved } from './events.ts';
export {
  type FactFromOutside,
  listOutsideSubmissions,
  lockOutsideSubmissionsById,
  type OutsideSubmission,
  takeSubmissionFacts,
} from './from-outside.ts';
export { loadRefusals } from './refusals.ts';
export { type GradeChange, type SavedGrades, saveGrades } from './save-grades.ts';
export { attachWorkProduct, giveWork } from './service.ts';

export function submissionsModule(dependencies: SubmissionsDependencies): Manifest {
  onEnrolled(giveWorkTo);
  onWorkPosted(giveWork);
  onPointsChanged(notePoints);
  return {
    implementations: [
      implementSubmit(dependencies),
      ...implementSubmissionRead(dependencies),
      implementGrading(dependencies),
      implementGradeBulk(dependencies),
      implementGradeActPreview(),
      implementGradeBookReturn(dependencies),
      implementGradeActHistory(),
      implementStudentGradeHistory(),
      ...implementReturning(dependencies),
      implementMessage(dependencies),
      ...implementPrivateNotes(dependencies),
      implementGradeActUndo(dependencies),
    ],
    fileUses: [submissionFiles],
  };
}
