import type { Db, Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Person } from '../../platform/http/index.ts';
import { type Standing, standingIn } from '../classes/index.ts';
import { type CourseWorkRow, findWork, isAssigned, lockWork } from './queries.ts';

/** Who somebody is in a class that they know of. @throws NOT_FOUND */
async function requireInClass(db: Db, person: Person, courseId: number): Promise<Exclude<Standing, 'none'>> {
  const standing = await standingIn(db, person, courseId);
  if (standing === 'none') throw appError('NOT_FOUND');
  return standing;
}

/** @throws NOT_FOUND for a class of others; NOT_ALLOWED for a student of it */
export async function requireStaff(db: Db, person: Person, courseId: number): Promise<void> {
  if ((await requireInClass(db, person, courseId)) !== 'staff') throw appError('NOT_ALLOWED');
}

/** Work that somebody may see: staff of its class, and students whom it is for once it is posted. @throws NOT_FOUND */
export async function getVisibleWork(
  db: Db,
  person: Person,
  workId: number,
  courseId?: number,
): Promise<{ work: CourseWorkRow; standing: Exclude<Standing, 'none'> }> {
  const work = await findWork(db, workId);
  if (!work || work.archived_at !== null || (courseId !== undefined && work.course_id !== courseId)) throw appError('NOT_FOUND');
  const standing = await requireInClass(db, person, work.course_id);
  if (standing === 'staff') return { work, standing };
  if (work.state !== 'PUBLISHED' || !(await isAssigned(db, work.id, person.accountId))) throw appError('NOT_FOUND');
  return { work, standing };
}

/** Work of a class, held, for its staff. @throws NOT_FOUND, NOT_ALLOWED for students of the class */
export async function getKeptWork(tx: Tx, person: Person, { courseId, workId }: { courseId: number; workId: number }): Promise<CourseWorkRow> {
  await requireStaff(tx, person, courseId);
  const work = await lockWork(tx, workId);
  if (!work || work.archived_at !== null || work.course_id !== courseId) throw appError('NOT_FOUND');
  return work;
}
