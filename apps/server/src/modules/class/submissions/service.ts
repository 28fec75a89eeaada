import type { Tx } from '../../../platform/database/index.ts';
import { announceCells, type Announcing } from './announce.ts';
import { assignTo, assignWork, insertAssigned, unassignOthers } from './assign-queries.ts';
import { insertHistory, lockOfStudent, replaceWorkProduct, updateHandedIn } from './queries.ts';
import { findWorkOfAssessment } from './work-queries.ts';

/**
 * Assigns posted work to its students, and unassigns it from others. `isNew`: it has just been posted. Can be repeated.
 */
export async function assignPostedWork(tx: Tx, workIds: readonly number[], isNew = false): Promise<void> {
  await unassignOthers(tx, workIds);
  await assignWork(tx, workIds, isNew);
}

/** Assigns the class's work to students who joined or rejoined it. Can be repeated. */
export async function assignWorkToStudents(tx: Tx, enrolment: { courseId: number; accountIds: readonly number[]; role: 'TEACHER' | 'STUDENT' }): Promise<void> {
  if (enrolment.role === 'STUDENT') await assignTo(tx, enrolment.courseId, enrolment.accountIds);
}

export interface WorkProduct {
  courseId: number;
  assessmentId: number;
  accountId: number;
  fileId: number;
  title: string;
}

/**
 * Attaches the product of a student's lesson to the lesson's work, replacing an earlier one, and hands it in once:
 * never late, and a returned submission is not reopened. Returns the submission's id, or null if the lesson is in no
 * class's work.
 */
export async function attachWorkProduct(
  tx: Tx,
  announcing: Announcing,
  { courseId, assessmentId, accountId, fileId, title }: WorkProduct,
): Promise<number | null> {
  const workId = await findWorkOfAssessment(tx, courseId, assessmentId);
  if (workId === null) return null;
  await insertAssigned(tx, { courseId, workId, accountId });
  const submission = await lockOfStudent(tx, workId, accountId);
  await replaceWorkProduct(tx, submission.id, fileId, title);
  await announceCells(tx, announcing, courseId, [{ course_work_id: workId, account_id: accountId }]);
  if (submission.state === 'CREATED') {
    await updateHandedIn(tx, submission.id, { late: false, short_answer: null, choice: null });
    const answer = { attachments: [{ title, file_id: fileId }], file_ids: [fileId] };
    await insertHistory(tx, submission.id, { accountId: null, state: 'TURNED_IN', late: false, answer, origin: 'work-product' });
  }
  return submission.id;
}
