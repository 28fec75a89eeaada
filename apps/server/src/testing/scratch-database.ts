import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../platform/database/migrate.ts';
import type { TestPostgres } from './postgres.ts';

export type ScratchConnection = TestPostgres['connection'] & { database: string };

/** Runs `work` on a separate empty database and drops it afterwards. */
export async function withScratchDatabase<T>(postgres: TestPostgres, work: (client: pg.Client, connection: ScratchConnection) => Promise<T>): Promise<T> {
  const database = `classwright_scratch_${randomBytes(6).toString('hex')}`;
  await withClient({ ...postgres.connection, database: 'postgres' }, (admin) => admin.query(`CREATE DATABASE ${database}`));
  try {
    const connection = { ...postgres.connection, database };
    return await withClient(connection, (client) => work(client, connection));
  } finally {
    await withClient({ ...postgres.connection, database: 'postgres' }, (admin) => admin.query(`DROP DATABASE ${database} WITH (FORCE)`));
  }
}

/** Runs `work` on a separate migrated database and drops it afterwards. */
export async function withMigratedDatabase<T>(postgres: TestPostgres, work: (client: pg.Client, connection: ScratchConnection) => Promise<T>): Promise<T> {
  return withScratchDatabase(postgres, async (client, connection) => {
    await migrate(client);
    return work(client, connection);
  });
}

export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined); // the query that was running rejects
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
