import type { Db } from '../../platform/database/index.ts';
import type { Person } from '../../platform/http/index.ts';
import { findClassStaff } from './queries.ts';

/** May do what the class's teachers do: its owner, a current teacher of it, or an Admin. False for a class that does not exist. */
export async function canStaffClass(db: Db, courseId: number, person: Person): Promise<boolean> {
  const course = await findClassStaff(db, courseId, person.accountId);
  return course !== null && (course.owner_id === person.accountId || course.teaches || person.isAdmin);
}
