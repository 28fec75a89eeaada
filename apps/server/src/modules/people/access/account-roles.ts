import { GRANT_RIGHT } from '@classwright/rules/access/index';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { deleteAccountRole, listHoldersOfMore, upsertAccountRoles } from './account-role-queries.ts';
import { listRights } from './queries.ts';

/**
 * Makes one role of an account another one: the row of the old one goes, the new one's is there and active. Call it
 * inside `guardAccess`, after `requireGrantableRoles`.
 */
export async function replaceRole(tx: Tx, accountId: number, from: number | null, to: number): Promise<void> {
  if (from !== null && from !== to) await deleteAccountRole(tx, accountId, from);
  await upsertAccountRoles(tx, [accountId], [to]);
}

/**
 * Those of the accounts that may do something which this person may not: whoever could sign in as them would gain it.
 * `besides`: the key of a role whose rights do not count, such as "student" for who teaches students.
 */
export async function listMightier(
  db: Db,
  granter: { readonly accountId: number },
  accountIds: readonly number[],
  besides: string | null = null,
): Promise<number[]> {
  const held = await listRights(db, granter.accountId);
  return held.includes(GRANT_RIGHT) ? [] : listHoldersOfMore(db, accountIds, held, besides);
}
