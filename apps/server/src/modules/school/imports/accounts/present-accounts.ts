import type { AccountView } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import { loadAccountViews } from '../../../people/accounts/index.ts';
import { listCreatedIds } from './queries.ts';

/** The maximum number of created accounts in a response; the list of accounts has the others. */
const MOST_ACCOUNTS = 500;

export async function loadCreatedAccountViews(db: Db, importId: number): Promise<AccountView[]> {
  return loadAccountViews(db, await listCreatedIds(db, importId, MOST_ACCOUNTS));
}
