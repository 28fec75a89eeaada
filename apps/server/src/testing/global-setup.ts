import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { readTestSettings } from '../platform/config.ts';
import { migrate } from '../platform/database/migrate.ts';
import { movableClock } from './movable-clock.ts';
import { openTestPostgres, type TestPostgres } from './postgres.ts';
import { withClient } from './scratch-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server for test databases, and the migrated template that they are cloned from. */
    testDatabase: { connection: TestPostgres['connection']; template: string };
    /** A folder for the whole run, see `preparedFolder`. */
    roomForPrepared: string;
  }
}

/** Migrates one template database for the whole run. Each test file clones it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await openTestPostgres(readTestSettings().databaseUrl);
  const template = `classwright_test_${randomBytes(5).toString('hex')}`;
  const asAdmin = <T>(work: (admin: pg.Client) => Promise<T>) => withClient({ ...postgres.connection, database: 'postgres' }, work);
  await asAdmin((admin) => admin.query(`CREATE DATABASE ${template}`));
  await withClient({ ...postgres.connection, database: template }, async (client) => {
    await migrate(client);
    await client.query(movableClock);
  });
  project.provide('testDatabase', { connection: postgres.connection, template });
  const roomForPrepared = mkdtempSync(join(tmpdir(), 'classwright-prepared-'));
  chmodSync(roomForPrepared, 0o755);
  project.provide('roomForPrepared', roomForPrepared);
  return async () => {
    rmSync(roomForPrepared, { recursive: true, force: true });
    await asAdmin(async (admin) => {
      const { rows } = await admin.query<{ datname: string }>('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [template]);
      for (const { datname } of rows) await admin.query(`DROP DATABASE "${datname}" WITH (FORCE)`);
    });
    await postgres.stop();
  };
}
