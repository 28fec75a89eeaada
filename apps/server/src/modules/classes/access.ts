import type { Db } from '../../platform/database/index.ts';
import type { Person } from '../../platform/http/index.ts';
import { findStanding } from './queries.ts';

/**
 * Who somebody is to a class now. `staff`: its owner, a teacher of it, or an Admin, who may do what its teachers do.
 * `none`: also where there is no such class.
 */
export type Standing = 'staff' | 'student' | 'none';

/** Who somebody is to a class. A list of many classes asks the same of `class_staff`, `class_students` and `class_people`. */
export async function standingIn(db: Db, person: Person, courseId: number): Promise<Standing> {
  const place = await findStanding(db, courseId, person.accountId);
  if (!place) return 'none';
  if (person.isAdmin) return 'staff';
  if (place.role === null || place.left_at !== null) return 'none';
  return place.role === 'TEACHER' ? 'staff' : 'student';
}
