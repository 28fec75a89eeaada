import type { MessageKey, Translate } from '@classwright/contract';
import type { Tx } from '../../../platform/database/index.ts';
import { findDependentsOf } from '../../../platform/reference-lists/index.ts';
import { updateCourse } from './courses-write-queries.ts';
import { changeMemberRoles, deleteCourses, enrolEach, holdCourses } from './many-queries.ts';
import { announceEnrolment } from './membership-events.ts';
import type { MemberRole } from './queries.ts';

/** Somebody to be enrolled in a class. */
export interface Place {
  courseId: number;
  accountId: number;
  role: MemberRole;
}

/**
 * Enrols many people in many classes in one statement. Who is in the class already keeps place and role; who had left is
 * back; who is not of the class's school is not enrolled. Returns those who were not in it before.
 */
export async function enrolMany(tx: Tx, places: readonly Place[]): Promise<Place[]> {
  if (places.length === 0) return [];
  const enrolled = await enrolEach(tx, places);
  for (const [courseId, ofClass] of Map.groupBy(enrolled, (place) => place.courseId))
    for (const [role, ofRole] of Map.groupBy(ofClass, (place) => place.role))
      await announceEnrolment(tx, { courseId, accountIds: ofRole.map(({ accountId }) => accountId), role });
  return enrolled;
}

/** Gives people of a class another role in it, the owner excepted. Returns whose it was. */
export async function changeRoles(tx: Tx, courseId: number, accountIds: readonly number[], role: MemberRole): Promise<number[]> {
  const changed = await changeMemberRoles(tx, courseId, accountIds, role);
  if (changed.length > 0) await announceEnrolment(tx, { courseId, accountIds: changed, role });
  return changed;
}

/** Changes what a class is called and where it is, as a roster has it. */
export async function changeClassNames(tx: Tx, courseId: number, names: Partial<Record<'name' | 'section' | 'subject' | 'room', string>>): Promise<void> {
  if (Object.keys(names).length > 0) await updateCourse(tx, courseId, names);
}

/** What goes with an erased class. */
const PARTS = ['course_members'];

/**
 * Erases classes in which nothing has happened, with who is in them. Returns those that stay, with what they have, in words.
 */
export async function eraseUnusedClasses(tx: Tx, courseIds: readonly number[], t: Translate<MessageKey>): Promise<Map<number, string>> {
  const staying = new Map<number, string>();
  if (courseIds.length === 0) return staying;
  await holdCourses(tx, courseIds);
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
