import pg from 'pg';
import type { FileStorage } from '../modules/school/files/index.ts';
import { connect } from '../platform/database/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { dropEverything, findStrangers, keepInstallation, listStorageKeys, restoreInstallation } from './queries.ts';
import { seedDemoSchool } from './seed.ts';

export interface ResetOptions {
  /** What `connect` takes. */
  connection: Parameters<typeof connect>[0]['connection'];
  storage: FileStorage;
  isProduction: boolean;
}

/**
 * Brings the demo back to its first day: empties the database (the audit trail, which refuses to be emptied, goes with
 * its table), makes the schema anew and the demo school in it. The installation keeps its secrets. Tokens, lessons and
 * everything else people made are gone, stored files with them. Interrupted in the middle it leaves an empty database,
 * which the next start fills.
 *
 * @throws StartRefusal, before anything is changed, in production and where anybody lives who is not of the demo
 */
export async function resetDemo({ connection, storage, isProduction }: ResetOptions): Promise<void> {
  if (isProduction) throw new StartRefusal('The demo cannot be reset in production.');
  const client = new pg.Client({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    application_name: 'classwright demo reset',
    lock_timeout: 10_000,
  });
  client.on('error', () => undefined); // the query that was running rejects
  await client.connect();
  const storageKeys: string[] = [];
  try {
    await migrate(client); // also refuses a database that is not ours
    const strangers = await findStrangers(client);
    if (strangers !== null)
      throw new StartRefusal(`This database holds more than the demo school (${strangers}), so it was left as it is. Only a demo can be reset.`);
    storageKeys.push(...(await listStorageKeys(client)));
    const installation = await keepInstallation(client);
    await dropEverything(client);
    await migrate(client);
    await restoreInstallation(client, installation);
  } finally {
    await client.end();
  }
  const { db } = connect({ connection, maxConnections: 2, onError: () => undefined });
  try {
    await seedDemoSchool(db, { storage });
  } finally {
    await db.destroy();
  }
  for (const key of storageKeys) await storage.remove(key).catch(() => undefined); // a file without a row is out of reach already
}
