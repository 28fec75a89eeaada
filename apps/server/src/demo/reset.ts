import pg from 'pg';
import type { FileStorage } from '../modules/school/files/index.ts';
import { connect } from '../platform/database/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { dropEverything, findStrangers, keepInstallation, listStorageKeys, restoreInstallation } from './queries.ts';
import { seedDemoSchool } from './seed.ts';

export interface ResetOptions {
  /** The connection setting for `connect`. */
  connection: Parameters<typeof connect>[0]['connection'];
  storage: FileStorage;
  isProduction: boolean;
}

/**
 * Resets the demo to its first day: empties the database (the append-only audit trail goes with its table) and creates
 * the schema and the demo school again. The installation keeps its secrets. Tokens, lessons and everything else that
 * people made are deleted, including stored files. An interrupted reset leaves an empty database, which the next start
 * fills.
 *
 * @throws StartRefusal, before anything is changed, in production and where there is any account that is not of the
 * demo
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
