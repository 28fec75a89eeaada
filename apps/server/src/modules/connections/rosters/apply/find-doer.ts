import type { Db } from '../../../../platform/database/index.ts';
import type { Person } from '../../../../platform/http/index.ts';
import type { AccessEngine } from '../../../people/access/index.ts';
import { listAccountsByIds } from '../known-queries.ts';

/** Returns the person a job works for, with their current rights. Returns null if they no longer have any. */
export async function findActingPerson(db: Db, access: AccessEngine, accountId: number): Promise<Person | null> {
  const account = (await listAccountsByIds(db, [accountId])).get(accountId);
  return account?.status ? access.personOf(db, { accountId, schoolId: account.school_id }) : null;
}
