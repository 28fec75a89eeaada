import { ask, type Db, type Question } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Person } from '../../../platform/http/index.ts';
import { lockState } from './courses-queries.ts';
import { askStandings, type StandingRow } from './queries.ts';

/**
 * A person's current position in a class. `staff`: its owner, a teacher of it, or an Admin, who may do what its
 * teachers do. `none`: also for a class that does not exist or is deleted.
 */
export type Standing = 'staff' | 'student' | 'none';

/**
 * Returns a person's position in a class. A list of many classes uses `class_staff`, `class_students` and
 * `class_people` instead.
 */
export async function standingIn(db: Db, person: Person, courseId: number): Promise<Standing> {
  const [place] = await ask(db, askStandings(courseId, [person.accountId]));
  return toStanding(place ?? null, person);
}

/** Returns a person's position in a class, from a row that was already read. */
export function toStanding(place: StandingRow | null, person: Person): Standing {
  if (!place) return 'none';
  if (person.isAdmin) return 'staff';
  if (place.role === null || place.left_at !== null) return 'none';
  return place.role === 'TEACHER' ? 'staff' : 'student';
}

/** Requires a person in the class. Returns their position. @throws NOT_FOUND */
export async function requireMember(db: Db, person: Person, courseId: number): Promise<'staff' | 'student'> {
  const standing = await standingIn(db, person, courseId);
  if (standing === 'none') throw appError('NOT_FOUND');
  return standing;
}

function demandStaff(standing: Standing): void {
  if (standing === 'none') throw appError('NOT_FOUND');
  if (standing !== 'staff') throw appError('NOT_ALLOWED');
}

/** Requires staff of the class. @throws NOT_FOUND, and NOT_ALLOWED for a student of the class */
export async function requireStaff(db: Db, person: Person, courseId: number): Promise<void> {
  demandStaff(await standingIn(db, person, courseId));
}

/**
 * Requires staff and an active class in one query, for changes by the staff. The class stays active until commit.
 * @throws NOT_FOUND, NOT_ALLOWED, CLASS_ARCHIVED
 */
export const requireActiveStaff = (tx: Db, person: Person, courseId: number): Promise<void> => ask(tx, askActiveStaff(person, courseId));

/** The question of `requireActiveStaff`, to be asked together with another one. */
export function askActiveStaff(person: Person, courseId: number): Question<StandingRow, void> {
  const { statement, read } = askStandings(courseId, [person.accountId], { held: true });
  return {
    statement,
    read(rows) {
      const [place = null] = read(rows);
      demandStaff(toStanding(place, person));
      if (place?.course_state !== 'ACTIVE') throw appError('CLASS_ARCHIVED');
    },
  };
}

/**
 * Requires an active class, for every change of anything that belongs to it. It stays active until commit. @throws
 * CLASS_ARCHIVED, NOT_FOUND
 */
export async function requireActiveClass(tx: Db, courseId: number): Promise<void> {
  const state = await lockState(tx, courseId);
  if (state === null) throw appError('NOT_FOUND');
  if (state !== 'ACTIVE') throw appError('CLASS_ARCHIVED');
}

/**
 * Refuses an archived class, for changes of things that may have no class, such as an assessment. A deleted class is
 * not refused. @throws CLASS_ARCHIVED
 */
export async function refuseArchivedClass(tx: Db, courseId: number | null): Promise<void> {
  const state = courseId === null ? null : await lockState(tx, courseId);
  if (state !== null && state !== 'ACTIVE') throw appError('CLASS_ARCHIVED');
}

/** Returns true for the owner or an Admin, the only people who may delete or restore a class. */
export const mayDelete = (person: Pick<Person, 'isAdmin' | 'accountId'>, course: { owner_id: number }): boolean =>
  person.isAdmin || course.owner_id === person.accountId;
