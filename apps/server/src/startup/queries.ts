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

/** Whether another process of the product has this database open. */
export async function isServing(db: Db): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'classwright' AND pid <> pg_backend_pid()`.execute(db);
  return (rows[0]?.count ?? 0) > 0;
}
