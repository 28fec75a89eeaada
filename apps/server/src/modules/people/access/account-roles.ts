import { GRANT_RIGHT } from '@classwright/rules/access/index';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { listRights, deleteAccountRole, listHoldersOfMore, upsertAccountRoles } from './queries.ts';

/**
 * Replaces one role of an account with another: deletes the old role's row and makes the new one's active. Call it
 * inside `guardAccess`, after `requireGrantableRoles`.
 */
export async function replaceRole(tx: Tx, accountId: number, from: number | null, to: number): Promise<void> {
  if (from !== null && from !== to) await deleteAccountRole(tx, accountId, from);
  await upsertAccountRoles(tx, [accountId], [to]);
}

/**
 * Returns the given accounts that may do something this person may not, since anyone who could sign in as them would
 * gain it. `besides`: the key of a role whose rights do not count, such as "student" for people who teach students.
 */
export async function listMorePrivileged(
  db: Db,
  granter: { readonly accountId: number },
  accountIds: readonly number[],
  besides: string | null = null,
): Promise<number[]> {
  const held = await listRights(db, granter.accountId);
  return held.includes(GRANT_RIGHT) ? [] : listHoldersOfMore(db, accountIds, held, besides);
}
