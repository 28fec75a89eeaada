import type { MessageKey } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/index.ts';
import { isWithin } from '../../../platform/reach.ts';
import { isOpenSchool, listOpenSchools } from './queries.ts';

type Somebody = Pick<Actor, 'reach' | 'schoolId'>;

/** What is said at the field `school_id`. */
export interface SchoolWords {
  /** Where several schools may be meant. */
  choose: MessageKey;
  /** Of a school that is archived, out of reach, or not there. */
  none: MessageKey;
}

/**
 * Returns the school that is meant: the named one, one's own, or the only one that is in use; null where somebody has to choose.
 * @throws VALIDATION_FAILED at `school_id` for one that is not in use or out of reach
 */
export async function findMeantSchool(
  db: Db,
  { reach, schoolId }: Somebody,
  named: number | undefined,
  { none }: Pick<SchoolWords, 'none'>,
): Promise<number | null> {
  const id = named ?? schoolId;
  if (id === null) {
    const schools = await listOpenSchools(db, reach, 2);
    return schools.length === 1 ? (schools[0]?.id ?? null) : null;
  }
  if (!isWithin(reach, id) || !(await isOpenSchool(db, id))) throw fieldError('school_id', none);
  return id;
}

/** The same for what cannot be done without one. @throws VALIDATION_FAILED at `school_id` also where somebody has to choose */
export async function getMeantSchool(db: Db, somebody: Somebody, named: number | undefined, words: SchoolWords): Promise<number> {
  const id = await findMeantSchool(db, somebody, named, words);
  if (id === null) throw fieldError('school_id', words.choose);
  return id;
}
