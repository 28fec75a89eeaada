import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

/** What a start has to know about who is in this installation. */
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

/** Whether a process of the product serves this database. One that was killed counts for as long as its lease. */
export async function isServing(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_serving: boolean }>`
    SELECT EXISTS (SELECT 1 FROM server_processes WHERE lease_until > clock_timestamp()) AS is_serving`.execute(db);
  return rows[0]?.is_serving === true;
}

/** What the processes that are at work have. */
export async function listOthers(db: Db): Promise<{ host: string; folder_id: string | null; words_hash: Buffer | null }[]> {
  const { rows } = await sql<{ host: string; folder_id: string | null; words_hash: Buffer | null }>`
    SELECT host, folder_id, words_hash FROM server_processes WHERE lease_until > clock_timestamp() ORDER BY id`.execute(db);
  return rows;
}
