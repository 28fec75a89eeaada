import type { Db } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import { canStaffClass, isAdmin, type Person } from '../classes/index.ts';
import { type AssessmentRow, findAssessment } from './queries.ts';

/** The assessment for its owner, the teachers of its class, and Admins. @throws ASSESSMENT_NOT_FOUND */
export async function getReachableAssessment(db: Db, person: Person, assessmentId: number): Promise<AssessmentRow> {
  const assessment = await findAssessment(db, assessmentId);
  if (!assessment || !(await reaches(db, person, assessment))) throw appError('ASSESSMENT_NOT_FOUND');
  return assessment;
}

async function reaches(db: Db, person: Person, { account_id, class_id }: AssessmentRow): Promise<boolean> {
  if (account_id === person.accountId) return true;
  return class_id === null ? isAdmin(db, person) : canStaffClass(db, class_id, person);
}
