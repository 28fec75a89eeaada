import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Person } from '../../../platform/http/index.ts';
import { standingIn } from '../classes/index.ts';
import { type AssessmentRow, findAssessment, lockAssessment } from './queries.ts';

/**
 * Returns the assessment for its owner, the teachers of its class, and Admins; an archived one only for its owner and
 * Admins. @throws ASSESSMENT_NOT_FOUND
 */
export async function getReachableAssessment(db: Db, person: Person, assessmentId: number): Promise<AssessmentRow> {
  const assessment = await findAssessment(db, assessmentId);
  if (!assessment || !(await reaches(db, person, assessment))) throw appError('ASSESSMENT_NOT_FOUND');
  return assessment;
}

/** Returns true when the person reaches the assessment, and false for one that does not exist. */
export async function canReachAssessment(db: Db, person: Person, assessmentId: number): Promise<boolean> {
  const assessment = await findAssessment(db, assessmentId);
  return assessment !== null && reaches(db, person, assessment);
}

async function reaches(db: Db, person: Person, assessment: AssessmentRow): Promise<boolean> {
  if (isKeeper(person, assessment)) return true;
  return assessment.class_id !== null && !assessment.is_archived && (await standingIn(db, person, assessment.class_id)) === 'staff';
}

/** Returns true when the person may edit, archive and delete the assessment. */
function isKeeper(person: Person, { account_id }: { account_id: number }): boolean {
  return account_id === person.accountId || person.isAdmin;
}

/**
 * Returns the assessment, locked, for its owner and Admins. @throws ASSESSMENT_NOT_FOUND; NOT_ALLOWED for teachers of
 * its class
 */
export async function getKeptAssessment(tx: Tx, person: Person, assessmentId: number): Promise<AssessmentRow> {
  await lockAssessment(tx, assessmentId);
  const assessment = await getReachableAssessment(tx, person, assessmentId);
  if (!isKeeper(person, assessment)) throw appError('NOT_ALLOWED');
  return assessment;
}

/**
 * Requires an active assessment without attempts, which can be edited and deleted. @throws ASSESSMENT_FINISHED,
 * ASSESSMENT_HAS_ATTEMPTS
 */
export function requireUntouched({ status, forms }: AssessmentRow): void {
  if (status === 'finished') throw appError('ASSESSMENT_FINISHED');
  if (forms.length > 0) throw appError('ASSESSMENT_HAS_ATTEMPTS');
}
