import { isTakenAlready, type Tx } from '../../../platform/database/index.ts';
import { fieldError } from '../../../platform/errors.ts';
import { giveRole } from '../access/index.ts';
import { toEmailKey } from './email.ts';
import { endTokens, insertAccount, setAccountStatus, setPrimaryRole } from './queries.ts';

export interface NewAccount {
  schoolId: number | null;
  /** "Admin", "Teachers" or "Student". It describes the account and grants nothing. */
  accountType: string;
  /** The built-in key of the primary role, which grants rights. */
  roleKey: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber?: string;
  /** The argon2id hash, or null for an account that gets a link or a card. */
  passwordHash: string | null;
}

/**
 * Creates an account with its primary role. @throws VALIDATION_FAILED at `email` when another account has that address.
 */
export async function createAccount(tx: Tx, account: NewAccount): Promise<number> {
  return reportTakenEmail(async () => {
    const id = await insertAccount(tx, {
      school_id: account.schoolId,
      type_name: account.accountType,
      first_name: account.firstName,
      last_name: account.lastName,
      email: account.email.trim(),
      email_key: toEmailKey(account.email),
      phone_number: account.phoneNumber ?? '',
      password_hash: account.passwordHash,
    });
    await setPrimaryRole(tx, id, await giveRole(tx, id, account.roleKey));
    return id;
  });
}

/** @throws VALIDATION_FAILED at `email` when another account has that address in any spelling */
export async function reportTakenEmail<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (isTakenAlready(error, 'accounts_email_key_key')) throw fieldError('email', 'account.email.taken');
    throw error;
  }
}

/**
 * Deactivates an account and ends all its tokens. Returns the ended tokens' ids, whose sockets the caller must close.
 */
export async function deactivateAccount(tx: Tx, accountId: number): Promise<number[]> {
  await setAccountStatus(tx, accountId, false);
  return (await endTokens(tx, accountId, 'deactivated')).map(({ id }) => id);
}

/** Makes an account active again. */
export const activateAccount = (tx: Tx, accountId: number): Promise<void> => setAccountStatus(tx, accountId, true);
