/**
 * Submissions: what each student hands in for each work of a class, its grade, and its way between student and teacher.
 *
 * Invariants: a student has one submission for each work, which is kept when the student leaves or the work is
 * unassigned; work is marked late by the database's clock when it is handed in, and never refused for it; only
 * `saveGrades` writes a grade, with an act and the new value of each grade; students see what was returned to them and
 * never a draft or a private note; an answer that was handed in is kept, even when another replaces it.
 */
import type { Manifest } from '../../../manifest.ts';
import { membersEnrolled } from '../classes/index.ts';
import { pointsChanged, workPosted } from '../classwork/index.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import { submissionFiles } from './file-use.ts';
import { implementGradeActUndo } from './grade-act-undo.ts';
import { notePoints } from './points.ts';
import { assignPostedWork, assignWorkToStudents } from './service.ts';
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

export { announceCells, announceGradeCells, type Announcing, notifyReturned } from './announce.ts';
export { type GradesSaved, gradesSaved } from './events.ts';
export {
  type FactFromOutside,
  listOutsideSubmissions,
  lockOutsideSubmissionsById,
  type OutsideSubmission,
  takeSubmissionFacts,
} from './from-outside.ts';
export { loadRefusals } from './refusals.ts';
export { type GradeChange, type SavedGrades, saveGrades } from './save-grades.ts';
export { attachWorkProduct, assignPostedWork } from './service.ts';

export function submissionsModule(dependencies: SubmissionsDependencies): Manifest {
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
    listens: [
      membersEnrolled.listen(assignWorkToStudents),
      workPosted.listen((tx, { workIds, isNew }) => assignPostedWork(tx, workIds, isNew)),
      pointsChanged.listen(notePoints),
    ],
  };
}
