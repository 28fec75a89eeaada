import type pg from 'pg';
import { StartRefusal } from '../start-refusal.ts';
import { migrationLock } from './migrate.ts';

/**
 * Rebuilds indexes that no longer match the sort order of the machine's libraries. After an update of those, or on
 * another machine, the order may differ, and existing rows are not found. One process at a time rebuilds them. `isDue`:
 * rebuild in any case. @throws StartRefusal with the commands for an authorized person, when the client's user may not
 */
export async function refreshCollations(client: pg.Client, onWait: (message: string) => void, isDue = false): Promise<void> {
  if (!isDue && (await listOutdated(client)) === null) return;
  onWait('Making the indexes of the database anew, since the rules for letters have changed.');
  await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
  const commands = (await listOutdated(client)) ?? (isDue ? [REINDEX] : []); // another process may have done it in the meantime
  try {
    await client.query('SET statement_timeout = 0');
    for (const command of commands) await client.query(command);
    await client.query('RESET statement_timeout');
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new StartRefusal(
      `The rules for letters have changed on the database server, so the indexes have to be made anew, and the user in DATABASE_URL may not. Have an administrator of the server run this in the database, then start again: ${commands.join('; ')};`,
    );
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined); // a lost connection has released it
  }
}

const REINDEX = 'REINDEX SCHEMA public';

/** Returns the commands that rebuild the indexes and record that. Null when they are in order. */
async function listOutdated(client: pg.Client): Promise<string[] | null> {
  const { rows: collations } = await client.query<{ name: string }>(
    `SELECT oid::regcollation::text AS name FROM pg_collation WHERE collnamespace = 'public'::regnamespace AND collversion <> pg_collation_actual_version(oid)`,
  );
  const { rows: databases } = await client.query<{ name: string }>(
    `SELECT quote_ident(datname) AS name FROM pg_database WHERE datname = current_database() AND datcollversion <> pg_database_collation_actual_version(oid)`,
  );
  if (collations.length === 0 && databases.length === 0) return null;
  return [
    REINDEX,
    ...collations.map(({ name }) => `ALTER COLLATION ${name} REFRESH VERSION`),
    ...databases.map(({ name }) => `ALTER DATABASE ${name} REFRESH COLLATION VERSION`),
  ];
}
