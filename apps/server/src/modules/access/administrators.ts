import type { Db } from '../../platform/database/index.ts';
import type { Actor } from '../../platform/http/index.ts';
import { holdsAdminRole } from './queries.ts';

export type Person = Pick<Actor, 'accountId' | 'schoolId'>;

/** Holds the Admin role, or an account that spans the installation: no school is closed to this person. */
export async function isAdmin(db: Db, person: Person): Promise<boolean> {
  return person.schoolId === null || holdsAdminRole(db, person.accountId);
}
