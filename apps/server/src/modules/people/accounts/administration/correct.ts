import type { Tx } from '../../../../platform/database/index.ts';
import type { Person } from '../../../../platform/http/index.ts';
import { listMorePrivileged } from '../../access/index.ts';
import { correctAccount, listAccountsById, lockAccounts } from './queries.ts';

/** The name and the address of an account. */
export interface PersonData {
  first_name: string;
  last_name: string;
  email: string;
}

interface Correction {
  accountId: number;
  /** The values that the account must still have. */
  before: Partial<PersonData>;
  after: Partial<PersonData>;
}

/**
 * The reason an account is not corrected: it is out of reach, may do more than the person who corrects it, was changed
 * since, or another account has the address.
 */
type NotCorrected = 'accountGone' | 'mightier' | 'changedSince' | 'addressTaken';

/**
 * Corrects names and addresses of accounts within a person's reach. Returns the accounts that were not changed, each
 * with the reason.
 */
export async function correctAccounts(tx: Tx, person: Person, corrections: readonly Correction[]): Promise<Map<number, NotCorrected>> {
  const ids = corrections.map(({ accountId }) => accountId);
  const staying = new Map<number, NotCorrected>();
  if (ids.length === 0) return staying;
  const reachable = new Set(await lockAccounts(tx, ids, person.reach));
  const mightier = new Set(await listMorePrivileged(tx, person, ids));
  const accounts = new Map((await listAccountsById(tx, ids)).map((account) => [account.id, account]));
  for (const { accountId, before, after } of corrections) {
    const account = accounts.get(accountId);
    const isAsBefore = account && Object.entries(before).every(([field, value]) => account[field as keyof PersonData] === value);
    if (!account || !reachable.has(accountId)) staying.set(accountId, 'accountGone');
    else if (mightier.has(accountId)) staying.set(accountId, 'mightier');
    else if (!isAsBefore) staying.set(accountId, 'changedSince');
    else if (!(await correctAccount(tx, accountId, after))) staying.set(accountId, 'addressTaken');
  }
  return staying;
}
