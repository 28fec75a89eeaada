import type { AccountChange } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export interface ChangeRow {
  id: number;
  what: AccountChange;
  made_at: Date;
}

/** `tokenId`: the sign-in that made the change, null for a change by somebody else. */
export async function insertChange(tx: Tx, change: { accountId: number; what: AccountChange; tokenId: number | null }): Promise<void> {
  await tx.insertInto('account_changes').values({ account_id: change.accountId, what: change.what, token_id: change.tokenId }).execute();
}

/** Lists the changes of an account within these days that another sign-in made, newest first. */
export async function listChanges(db: Db, accountId: number, tokenId: number, days: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    SELECT id, what, made_at FROM account_changes
     WHERE account_id = ${accountId} AND token_id IS DISTINCT FROM ${tokenId} AND made_at > app_now() - make_interval(days => ${days})
     ORDER BY id DESC LIMIT 20`.execute(db);
  return rows;
}

export async function dismissAllChanges(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('account_changes').where('account_id', '=', accountId).execute();
}

/** Deletes the changes of an account up to the given one. Returns false where there were none. */
export async function dismissChanges(tx: Tx, accountId: number, lastId: number): Promise<boolean> {
  return (await tx.deleteFrom('account_changes').where('account_id', '=', accountId).where('id', '<=', lastId).returning('id').execute()).length > 0;
}

export async function deleteOldChanges(db: Db, days: number): Promise<void> {
  await sql`DELETE FROM account_changes WHERE made_at < app_moment() - make_interval(days => ${days})`.execute(db);
}
