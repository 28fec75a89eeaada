import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Person } from '../../../platform/http/index.ts';
import { type Standing, standingIn } from '../../class/classes/index.ts';
import { findFinishedRun, findProductOf, type WorkProductRow } from './queries.ts';

/** Returns a student's own work product of a finished assessment in a current class. @throws WORK_PRODUCT_NOT_FOUND */
export async function getOwnProduct(db: Db, person: Person, assessmentId: number): Promise<WorkProductRow> {
  const product = await findProductOf(db, assessmentId, person.accountId);
  if (!product || (await standingIn(db, person, product.course_id)) !== 'student') throw appError('WORK_PRODUCT_NOT_FOUND');
  return product;
}

/**
 * Returns the finished run of an assessment and the person's standing, for people of its class. @throws
 * ASSESSMENT_NOT_FOUND
 */
export async function getClassRun(db: Db, person: Person, assessmentId: number) {
  const run = await findFinishedRun(db, assessmentId);
  const standing: Standing = run ? await standingIn(db, person, run.course_id) : 'none';
  if (!run || standing === 'none') throw appError('ASSESSMENT_NOT_FOUND');
  return { ...run, standing };
}

/**
 * Returns the finished run of an assessment, for the staff of its class. @throws ASSESSMENT_NOT_FOUND; NOT_ALLOWED for
 * its students.
 */
export async function getStaffRun(db: Db, person: Person, assessmentId: number) {
  const run = await getClassRun(db, person, assessmentId);
  if (run.standing !== 'staff') throw appError('NOT_ALLOWED');
  return run;
}
