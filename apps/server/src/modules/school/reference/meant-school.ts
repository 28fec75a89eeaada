import type { MessageKey } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/index.ts';
import { isWithin } from '../../../platform/reach.ts';
import { isOpenSchool, listOpenSchools } from './queries.ts';

type Somebody = Pick<Actor, 'reach' | 'schoolId'>;

/** The messages at the field `school_id`. */
export interface SchoolWords {
  /** The message when several schools are possible. */
  choose: MessageKey;
  /** The message for a school that is archived, out of reach, or does not exist. */
  none: MessageKey;
}

/**
 * Returns the relevant school: the named one, one's own, or the only active one; null if the person has to choose.
 * @throws VALIDATION_FAILED at `school_id` for one that is inactive or out of reach
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

/**
 * Returns the relevant school as `findMeantSchool` does, and never null. @throws VALIDATION_FAILED at `school_id`, also
 * if the person has to choose
 */
export async function getMeantSchool(db: Db, somebody: Somebody, named: number | undefined, words: SchoolWords): Promise<number> {
  const id = await findMeantSchool(db, somebody, named, words);
  if (id === null) throw fieldError('school_id', words.choose);
  return id;
}
