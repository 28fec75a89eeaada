import { sql } from 'kysely';
import { type Db, TIME_LIMITS } from './connect.ts';

/**
 * Returns the commands that give connections their limits where a pooler drops them. Null when connections have them.
 */
export async function findMissingLimits(db: Db): Promise<string[] | null> {
  const names = Object.keys(TIME_LIMITS) as (keyof typeof TIME_LIMITS)[];
  const { rows } = await sql<{ name: keyof typeof TIME_LIMITS; ms: number; role: string; database: string }>`
    SELECT name, setting::int AS ms, quote_ident(current_user) AS role, quote_ident(current_database()) AS database
      FROM pg_settings WHERE name = ANY(${names}::text[])`.execute(db);
  const missing = rows.filter(({ name, ms }) => ms !== TIME_LIMITS[name]);
  if (missing.length === 0) return null;
  return missing.map(({ name, role, database }) => `ALTER ROLE ${role} IN DATABASE ${database} SET ${name} = ${TIME_LIMITS[name]}`);
}
