import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Person } from '../../../platform/http/index.ts';
import { holdState } from './courses-queries.ts';
import { listStandings, type StandingRow } from './queries.ts';

/**
 * Who somebody is to a class now. `staff`: its owner, a teacher of it, or an Admin, who may do what its teachers do.
 * `none`: also where there is no such class, or it is deleted.
 */
export type Standing = 'staff' | 'student' | 'none';

/** Who somebody is to a class. A list of many classes asks the same of `class_staff`, `class_students` and `class_people`. */
export async function standingIn(db: Db, person: Person, courseId: number): Promise<Standing> {
  const [place] = await listStandings(db, courseId, [person.accountId]);
  return toStanding(place ?? null, person);
}

/** The same of a row that has been read. */
export function toStanding(place: StandingRow | null, person: Person): Standing {
  if (!place) return 'none';
  if (person.isAdmin) return 'staff';
  if (place.role === null || place.left_at !== null) return 'none';
  return place.role === 'TEACHER' ? 'staff' : 'student';
}

/** For what whoever is in a class may do. Returns who somebody is to it. @throws NOT_FOUND */
export async function requireMember(db: Db, person: Person, courseId: number): Promise<'staff' | 'student'> {
  const standing = await standingIn(db, person, courseId);
  if (standing === 'none') throw appError('NOT_FOUND');
  return standing;
}

function demandStaff(standing: Standing): void {
  if (standing === 'none') throw appError('NOT_FOUND');
  if (standing !== 'staff') throw appError('NOT_ALLOWED');
}

/** For what the staff of a class alone may do. @throws NOT_FOUND, and NOT_ALLOWED for a student of the class */
export async function requireStaff(db: Db, person: Person, courseId: number): Promise<void> {
  demandStaff(await standingIn(db, person, courseId));
}

/** For what the staff of a class change of it: both in one look. It stays active until commit. @throws NOT_FOUND, NOT_ALLOWED, CLASS_ARCHIVED */
export async function requireActiveStaff(tx: Db, person: Person, courseId: number): Promise<void> {
  const [place = null] = await listStandings(tx, courseId, [person.accountId], { held: true });
  demandStaff(toStanding(place, person));
  if (place?.course_state !== 'ACTIVE') throw appError('CLASS_ARCHIVED');
}

/** For every change of what belongs to a class, which stays active until commit. @throws CLASS_ARCHIVED, NOT_FOUND */
export async function requireActiveClass(tx: Db, courseId: number): Promise<void> {
  const state = await holdState(tx, courseId);
  if (state === null) throw appError('NOT_FOUND');
  if (state !== 'ACTIVE') throw appError('CLASS_ARCHIVED');
}

/**
 * For changes of what may belong to a class or to none, such as an assessment. A class that is deleted refuses nothing.
 * @throws CLASS_ARCHIVED
 */
export async function refuseArchivedClass(tx: Db, courseId: number | null): Promise<void> {
  const state = courseId === null ? null : await holdState(tx, courseId);
  if (state !== null && state !== 'ACTIVE') throw appError('CLASS_ARCHIVED');
}

/** A class is deleted, and brought back, only by its owner or an Admin. */
export const mayDelete = (person: Pick<Person, 'isAdmin' | 'accountId'>, course: { owner_id: number }): boolean =>
  person.isAdmin || course.owner_id === person.accountId;
