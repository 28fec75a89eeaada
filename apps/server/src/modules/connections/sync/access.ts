import { appError, fieldError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type Actor, can, type Person } from '../../../platform/http/index.ts';
import { isWithin } from '../../../platform/reach.ts';
import { findMeantSchool, listOpenSchools } from '../../school/reference/index.ts';
import { listSources, type SourceRow } from '../../class/sources/index.ts';

/**
 * Returns true when somebody manages the sync of the whole school: its schedule, everybody's connections and people.
 */
export const isKeeper = (person: Pick<Person, 'rights'>): boolean => can(person, 'classroom-sync', 'edit');

/**
 * Returns true when things of a school belong to the person's own school; for administrators without one, to any within
 * reach.
 */
export const isOfSchool = (actor: Actor, schoolId: number): boolean =>
  actor.schoolId === null ? isKeeper(actor) && isWithin(actor.reach, schoolId) : actor.schoolId === schoolId;

/** The maximum number of schools, far more than an installation has. */
const MAX_SCHOOLS = 500;

/** Returns the schools that somebody can choose from; none for people with a school. */
export const listSchoolsToChoose = (db: Db, actor: Actor): Promise<{ id: number; name: string }[]> =>
  actor.schoolId === null && isKeeper(actor) && 'all' in actor.reach ? listOpenSchools(db, actor.reach, MAX_SCHOOLS) : Promise.resolve([]);

/**
 * Returns the school whose Google Classroom applies: the chosen one, one's own, or the only one of the installation;
 * null if the person has to choose. @throws VALIDATION_FAILED for a school that is out of reach
 */
export async function findSchool(db: Db, actor: Actor, chosen: number | undefined): Promise<number | null> {
  if (actor.schoolId === null && isKeeper(actor)) return findMeantSchool(db, actor, chosen, { none: 'sync.school.none' });
  if (chosen !== undefined && chosen !== actor.schoolId) throw fieldError('school_id', 'sync.school.none');
  return actor.schoolId;
}

/**
 * Returns the school as `findSchool` does, and never null. @throws VALIDATION_FAILED if an administrator has to choose,
 * SYNC_NOT_CONNECTED for other people without a school
 */
export async function getSchool(db: Db, actor: Actor, chosen: number | undefined): Promise<number> {
  const schoolId = await findSchool(db, actor, chosen);
  if (schoolId !== null) return schoolId;
  throw isKeeper(actor) ? fieldError('school_id', 'sync.school.choose') : appError('SYNC_NOT_CONNECTED');
}

/** Returns the Google Classroom of that school; null if there is none yet, or no school is chosen. */
export async function findSourceOf(db: Db, actor: Actor, chosen: number | undefined): Promise<SourceRow | null> {
  const schoolId = await findSchool(db, actor, chosen);
  return schoolId === null ? null : ((await listSources(db, 'google_classroom', schoolId))[0] ?? null);
}

/**
 * Returns the Google Classroom of that school. @throws VALIDATION_FAILED if an administrator has to choose the school,
 * NOT_FOUND if it has none
 */
export async function getSourceOf(db: Db, actor: Actor, chosen: number | undefined): Promise<SourceRow> {
  const source = await findSourceOf(db, actor, chosen);
  if (source) return source;
  if (isKeeper(actor) && (await findSchool(db, actor, chosen)) === null) throw fieldError('school_id', 'sync.school.choose');
  throw appError('NOT_FOUND');
}
