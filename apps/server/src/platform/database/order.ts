import type pg from 'pg';
import { StartRefusal } from '../start-refusal.ts';

/**
 * Indexes hold texts in the order of the machine's libraries. After an update of those, or on another machine, the order
 * may differ, and what is there is not found: then they are made anew. `isDue`: in any case. Run it before anybody writes.
 * @throws StartRefusal with the commands for somebody who may, when the client's user may not
 */
export async function refreshCollations(client: pg.Client, onWait: (message: string) => void, isDue = false): Promise<void> {
  const { rows: collations } = await client.query<{ name: string }>(
    `SELECT oid::regcollation::text AS name FROM pg_collation WHERE collnamespace = 'public'::regnamespace AND collversion <> pg_collation_actual_version(oid)`,
  );
  const { rows: databases } = await client.query<{ name: string }>(
    `SELECT quote_ident(datname) AS name FROM pg_database WHERE datname = current_database() AND datcollversion <> pg_database_collation_actual_version(oid)`,
  );
  if (!isDue && collations.length === 0 && databases.length === 0) return;
  onWait('Making the indexes of the database anew, since the rules for letters have changed.');
  const commands = [
    'REINDEX SCHEMA public',
    ...collations.map(({ name }) => `ALTER COLLATION ${name} REFRESH VERSION`),
    ...databases.map(({ name }) => `ALTER DATABASE ${name} REFRESH COLLATION VERSION`),
  ];
  try {
    await client.query('SET statement_timeout = 0');
    for (const command of commands) await client.query(command);
    await client.query('RESET statement_timeout');
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new StartRefusal(
      `The rules for letters have changed on the database server, so the indexes have to be made anew, and the user in DATABASE_URL may not. Have an administrator of the server run this in the database, then start again: ${commands.join('; ')};`,
    );
  }
}
