import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Person } from '../../../platform/http/index.ts';
import { standingIn } from '../classes/index.ts';
import { findSubmission, type SubmissionRow } from './queries.ts';
import { findPostedWork, type WorkRow } from './work-queries.ts';

export interface ReachedSubmission {
  submission: SubmissionRow;
  work: WorkRow;
  /** The reader's side. `student`: it is their own, and they see no drafts. */
  audience: 'staff' | 'student';
}

/**
 * Returns a submission for its student, while in the class, and for the class's staff. @throws NOT_FOUND if it is
 * somebody else's, of another class, removed from the student, or of archived work
 */
export async function getReachableSubmission(db: Db, person: Person, id: number): Promise<ReachedSubmission> {
  const submission = await findSubmission(db, id);
  if (!submission) throw appError('NOT_FOUND');
  const standing = await standingIn(db, person, submission.course_id);
  const isOwn = standing === 'student' && submission.account_id === person.accountId && submission.assigned_at !== null;
  if (standing !== 'staff' && !isOwn) throw appError('NOT_FOUND');
  const work = await findPostedWork(db, submission.course_id, submission.course_work_id);
  if (!work) throw appError('NOT_FOUND');
  return { submission, work, audience: isOwn ? 'student' : 'staff' };
}
