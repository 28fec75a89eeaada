import type { Db } from '../../../platform/database/index.ts';
import type { Person } from '../../../platform/http/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import { findActiveAccount } from './queries.ts';

/** Returns the person a job works for, with their current rights. Returns null if they may no longer act. */
export async function findActingPerson(db: Db, access: AccessEngine, accountId: number): Promise<Person | null> {
  const account = await findActiveAccount(db, accountId);
  return account && access.personOf(db, account);
}
