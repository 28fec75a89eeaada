import type { Db } from '../../platform/database/index.ts';
import type { AccessEngine } from '../access/index.ts';
import { findListenerRow } from './queries.ts';
import { fullName } from './views.ts';

/** Somebody who listens on a socket, with the rights of now. */
export interface Listener {
  accountId: number;
  schoolId: number | null;
  name: string;
  rights: ReadonlySet<string>;
}

/** Null for an account that is deactivated or unknown. */
export async function findListener(db: Db, access: AccessEngine, accountId: number): Promise<Listener | null> {
  const row = await findListenerRow(db, accountId);
  return row && { accountId, schoolId: row.school_id, name: fullName(row), rights: await access.rightsOf(db, accountId, row.access_version) };
}
