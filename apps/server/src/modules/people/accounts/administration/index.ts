import type { AccountView } from '@classwright/contract';
import type { Implementation } from '../../../../platform/http/index.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { implementAccountBulk } from './account-bulk.ts';
import { implementAccountCreate } from './account-create.ts';
import { implementAccountDelete } from './account-delete.ts';
import { implementAccountExport } from './account-export.ts';
import { implementAccountRead } from './account-read.ts';
import { implementAccountUpdate } from './account-update.ts';
import type { AdministrationDependencies } from './dependencies.ts';
import { listAccountsById } from './queries.ts';
import { toAccountView } from './views.ts';

/** Implements the accounts as administrators manage them. */
export function implementAdministration(dependencies: AdministrationDependencies): Implementation[] {
  return [
    ...implementAccountRead(dependencies),
    implementAccountCreate(dependencies),
    ...implementAccountUpdate(dependencies),
    implementAccountDelete(dependencies),
    implementAccountExport(dependencies),
    ...implementAccountBulk(dependencies),
  ];
}

/** Returns accounts by id, for people who administer accounts. */
export async function loadAccountViews(db: Db, ids: readonly number[]): Promise<AccountView[]> {
  return ids.length === 0 ? [] : (await listAccountsById(db, ids)).map(toAccountView);
}
