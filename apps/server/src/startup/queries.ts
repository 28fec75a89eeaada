import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

/** Returns whether this installation has accounts, the demo, and others. */
export async function findInhabitants(db: Db): Promise<{ hasAccounts: boolean; hasDemo: boolean; hasOthers: boolean }> {
  const isDemo = sql<boolean>`email_key LIKE '%@demo.school'`;
  const row = await db
    .selectNoFrom([
      sql<boolean>`EXISTS (SELECT 1 FROM accounts)`.as('hasAccounts'),
      sql<boolean>`EXISTS (SELECT 1 FROM accounts WHERE ${isDemo})`.as('hasDemo'),
      sql<boolean>`EXISTS (SELECT 1 FROM accounts WHERE NOT ${isDemo})`.as('hasOthers'),
    ])
    .executeTakeFirstOrThrow();
  return row;
}

/** Returns true when a process of the product serves this database. A killed one counts until its lease expires. */
export async function isServing(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_serving: boolean }>`
    SELECT EXISTS (SELECT 1 FROM server_processes WHERE lease_until > clock_timestamp()) AS is_serving`.execute(db);
  return rows[0]?.is_serving === true;
}

/** Returns the settings of the running processes. */
export async function listOtherProcesses(db: Db): Promise<{ host: string; folder_id: string | null; words_hash: Buffer | null }[]> {
  const { rows } = await sql<{ host: string; folder_id: string | null; words_hash: Buffer | null }>`
    SELECT host, folder_id, words_hash FROM server_processes WHERE lease_until > clock_timestamp() ORDER BY id`.execute(db);
  return rows;
}
