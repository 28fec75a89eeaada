import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/index.ts';
import { type Standing, standingIn } from '../classes/index.ts';
import { type ClassRow, findClass } from './queries.ts';

/** Returns a class as one of its people sees it. @throws NOT_FOUND, also for a class that was deleted */
export async function requirePlace(db: Db, actor: Actor, courseId: number): Promise<{ course: ClassRow; standing: Exclude<Standing, 'none'> }> {
  const standing = await standingIn(db, actor, courseId);
  const course = standing === 'none' ? null : await findClass(db, courseId);
  if (standing === 'none' || !course || course.archived_at !== null) throw appError('NOT_FOUND');
  return { course, standing };
}

/** Returns a class for its staff. @throws NOT_FOUND for a class of others, NOT_ALLOWED for its students */
export async function requireStaffed(db: Db, actor: Actor, courseId: number): Promise<ClassRow> {
  const { course, standing } = await requirePlace(db, actor, courseId);
  if (standing !== 'staff') throw appError('NOT_ALLOWED');
  return course;
}

/**
 * Returns a class for its staff, locked until commit. @throws CLASS_ARCHIVED for a class whose people can no longer
 * change
 */
export async function requireOpenClass(tx: Tx, actor: Actor, courseId: number): Promise<ClassRow> {
  await requireStaffed(tx, actor, courseId);
  const course = await findClass(tx, courseId, { held: true });
  if (!course || course.archived_at !== null) throw appError('NOT_FOUND');
  if (course.course_state !== 'ACTIVE') throw appError('CLASS_ARCHIVED');
  return course;
}
