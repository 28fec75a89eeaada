import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Person } from '../../../platform/http/index.ts';
import { requireActiveStaff, requireMember, type Standing } from '../classes/index.ts';
import { type CourseWorkRow, findWork, isAssigned, lockWork } from './queries.ts';

/**
 * Returns work that the person may see: staff of its class, and students it is for once it is posted. @throws NOT_FOUND
 */
export async function getVisibleWork(
  db: Db,
  person: Person,
  workId: number,
  courseId?: number,
): Promise<{ work: CourseWorkRow; standing: Exclude<Standing, 'none'> }> {
  const work = await findWork(db, workId);
  if (!work || work.archived_at !== null || (courseId !== undefined && work.course_id !== courseId)) throw appError('NOT_FOUND');
  const standing = await requireMember(db, person, work.course_id);
  if (standing === 'staff') return { work, standing };
  if (work.state !== 'PUBLISHED' || !(await isAssigned(db, work.id, person.accountId))) throw appError('NOT_FOUND');
  return { work, standing };
}

/**
 * Returns work of an active class, locked, for its staff. @throws NOT_FOUND, NOT_ALLOWED for students of the class,
 * CLASS_ARCHIVED
 */
export async function getEditableWork(tx: Tx, person: Person, { courseId, workId }: { courseId: number; workId: number }): Promise<CourseWorkRow> {
  await requireActiveStaff(tx, person, courseId);
  const work = await lockWork(tx, workId);
  if (!work || work.archived_at !== null || work.course_id !== courseId) throw appError('NOT_FOUND');
  return work;
}
