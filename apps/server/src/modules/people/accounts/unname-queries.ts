import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/** An account, and the words by which it is found elsewhere. */
export interface AccountTraces {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  outside_ids: string[];
}

/** Returns the words by which accounts are found elsewhere: names, addresses, and ids in other systems. */
export async function listAccountTraces(db: Db | Tx, ids: readonly number[]): Promise<AccountTraces[]> {
  const { rows } = await sql<AccountTraces>`
    SELECT id, first_name, last_name, email, ARRAY(SELECT subject FROM google_identities WHERE account_id = accounts.id) AS outside_ids
      FROM accounts WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id`.execute(db);
  return rows;
}

/**
 * Creates the accounts without a name that take the places of erased ones: inactive, without a role, in the same school
 * and of the same type. Returns their ids, in the order of `from`.
 */
export async function insertUnnamed(tx: Tx, firstName: string, from: readonly { id: number; number: string }[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; number: string }>`
    INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key, status, is_mailable)
    SELECT school_id, account_type_id, ${firstName}, number, number || '@erased.invalid', number || '@erased.invalid', false, false
      FROM accounts JOIN unnest(${from.map(({ id }) => id)}::bigint[], ${from.map(({ number }) => number)}::text[]) AS given (account_id, number) ON account_id = id
    RETURNING id, last_name AS number`.execute(tx);
  const byNumber = new Map(rows.map(({ id, number }) => [number, id]));
  return from.map(({ number }) => byNumber.get(number)!);
}

/** Removes the pictures of accounts, so that their files belong to nothing. */
export async function removePictures(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`UPDATE accounts SET picture_file_id = NULL WHERE id = ANY(${[...ids]}::bigint[]) AND picture_file_id IS NOT NULL`.execute(tx);
}
