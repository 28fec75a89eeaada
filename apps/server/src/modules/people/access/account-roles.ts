import { GRANT_RIGHT } from '@classwright/rules/access/index';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { listRights, deleteAccountRoles, listHoldersOfMore, upsertAccountRoles } from './queries.ts';

/**
 * Replaces one role of each account with another, which is the same for all: deletes the old roles' rows and makes the
 * new one's active. `from`: null for an account that had none. Call it inside `guardAccess`, after
 * `requireGrantableRoles`.
 */
export async function replaceRole(tx: Tx, accounts: readonly { id: number; from: number | null }[], to: number): Promise<void> {
  const leaving = accounts.flatMap(({ id, from }) => (from === null || from === to ? [] : [{ account_id: id, role_id: from }]));
  if (leaving.length > 0) await deleteAccountRoles(tx, leaving);
  await upsertAccountRoles(
    tx,
    accounts.map(({ id }) => id),
    accounts.map(() => to),
  );
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
