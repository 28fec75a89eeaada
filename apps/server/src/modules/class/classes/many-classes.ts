import type { MessageKey, Translate } from '@classwright/contract';
import type { Tx } from '../../../platform/database/index.ts';
import { findDependentsOf } from '../../../platform/reference-lists/index.ts';
import { updateCourse } from './courses-write-queries.ts';
import { changeMemberRoles, deleteCourses, enrollEach, lockCourseRows } from './many-queries.ts';
import { membersEnrolled } from './events.ts';
import type { MemberRole } from './queries.ts';

/** A person to enroll in a class. */
export interface Place {
  courseId: number;
  accountId: number;
  role: MemberRole;
}

/**
 * Enrolls many people in many classes in one statement. People who are in the class already keep their membership and
 * role; those who had left return; those of another school are not enrolled. Returns those who were not in it before.
 */
export async function enrollMany(tx: Tx, places: readonly Place[]): Promise<Place[]> {
  if (places.length === 0) return [];
  const enrolled = await enrollEach(tx, places);
  for (const [courseId, ofClass] of Map.groupBy(enrolled, (place) => place.courseId))
    for (const [role, ofRole] of Map.groupBy(ofClass, (place) => place.role))
      await membersEnrolled.announce(tx, { courseId, accountIds: ofRole.map(({ accountId }) => accountId), role });
  return enrolled;
}

/** Gives people of a class another role in it, except the owner. Returns the people whose role changed. */
export async function changeRoles(tx: Tx, courseId: number, accountIds: readonly number[], role: MemberRole): Promise<number[]> {
  const changed = await changeMemberRoles(tx, courseId, accountIds, role);
  if (changed.length > 0) await membersEnrolled.announce(tx, { courseId, accountIds: changed, role });
  return changed;
}

/** Changes the names and the room of a class to those in a roster. */
export async function changeClassNames(tx: Tx, courseId: number, names: Partial<Record<'name' | 'section' | 'subject' | 'room', string>>): Promise<void> {
  if (Object.keys(names).length > 0) await updateCourse(tx, courseId, names);
}

/** The tables whose rows are erased with a class. */
const PARTS = ['course_members'];

/**
 * Erases classes in which nothing has happened, with their members. Returns the ones that stay, with a description of
 * their content.
 */
export async function eraseUnusedClasses(tx: Tx, courseIds: readonly number[], t: Translate<MessageKey>): Promise<Map<number, string>> {
  const staying = new Map<number, string>();
  if (courseIds.length === 0) return staying;
  await lockCourseRows(tx, courseIds);
  for (const [id, dependents] of await findDependentsOf(tx, 'courses', courseIds, t, { toErase: true })) {
    const used = dependents.filter(({ table }) => !PARTS.includes(table));
    if (used.length > 0) staying.set(id, used.map(({ words }) => words).join(', '));
  }
  await deleteCourses(
    tx,
    courseIds.filter((id) => !staying.has(id)),
  );
  return staying;
}
