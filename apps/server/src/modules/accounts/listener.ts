import type { Db } from '../../platform/database/index.ts';
import type { Listener } from '../../manifest.ts';
import type { AccessEngine } from '../access/index.ts';
import { findListenerRow } from './queries.ts';
import { fullName } from './views.ts';

/** Null for an account that is deactivated or unknown. */
export async function findListener(db: Db, access: AccessEngine, accountId: number): Promise<Listener | null> {
  const row = await findListenerRow(db, accountId);
  if (!row) return null;
  const account = { accountId, schoolId: row.school_id };
  return { ...account, name: fullName(row), ...(await access.grantsOf(db, account, row.access_version)) };
}
