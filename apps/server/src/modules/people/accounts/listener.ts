import type { Db } from '../../../platform/database/index.ts';
import type { Listener } from '../../../manifest.ts';
import { Batcher } from '../../../platform/waiting/index.ts';
import type { AccessEngine } from '../access/index.ts';
import { type ListenerRow, listListenerRows } from './queries.ts';
import { fullName } from './views.ts';

/** Returns null for an account that is deactivated or unknown, or whose school is suspended. */
export async function findListener(db: Db, access: AccessEngine, accountId: number): Promise<Listener | null> {
  return toListener(db, access, (await listListenerRows(db, [accountId])).get(accountId) ?? null);
}

/**
 * Creates a lookup of listeners that reads many in one query, for example a class that arrives or is checked again.
 */
export function createListenerLookup(db: Db, access: AccessEngine): (accountId: number) => Promise<Listener | null> {
  const rows = new Batcher<'all', number, ListenerRow | null>(async (_all, accountIds) => {
    const found = await listListenerRows(db, accountIds);
    return accountIds.map((id) => found.get(id) ?? null);
  });
  return async (accountId) => toListener(db, access, await rows.ask('all', accountId));
}

async function toListener(db: Db, access: AccessEngine, row: ListenerRow | null): Promise<Listener | null> {
  if (!row) return null;
  const account = { accountId: row.account_id, schoolId: row.school_id };
  const {
    suspension,
    requestsPerMinute: _,
    factor: __,
    ...grants
  } = await access.grantsOf(db, account, { roles: row.role_version, account: row.account_version });
  return suspension ? null : { ...account, name: fullName(row), ...grants };
}
