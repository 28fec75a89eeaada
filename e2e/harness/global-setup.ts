import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@classwright/server/platform/database/migrate';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres, type TestPostgres } from '@classwright/server/testing/postgres';
import { withClient } from '@classwright/server/testing/scratch-database';
import { readTestSettings } from '@classwright/server/platform/config';
import type { TestProject } from 'vitest/node';
import { buildWeb } from '../../tools/scripts/lib/build-web.mjs';
import { startProduct } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What every journey starts from: the built app, and the demo school as a database and a data folder to copy. */
    journeys: { webRoot: string; connection: TestPostgres['connection']; template: string; data: string };
  }
}

/** Builds the app and lets the product itself create the demo school once; each journey gets a copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const webRoot = buildWeb();
  const postgres = await openTestPostgres(readTestSettings().databaseUrl);
  const template = `classwright_journeys_${randomBytes(5).toString('hex')}`;
  const data = mkdtempSync(join(tmpdir(), 'classwright-journey-template-'));
  const asAdmin = (statement: string) => withClient({ ...postgres.connection, database: 'postgres' }, (admin) => admin.query(statement));
  const connection = { ...postgres.connection, database: template };
  await asAdmin(`CREATE DATABASE ${template}`);
  await withClient(connection, async (client) => {
    await migrate(client);
    await client.query(movableClock);
  });
  const first = await startProduct({ connection, webRoot, env: { DATA_DIR: data } });
  await first.dispose();
  // the work products of the demo's lessons take a processor some seconds: journeys would each pay for them at their start
  await withClient(connection, (client) =>
    client.query(`DELETE FROM jobs WHERE kind LIKE 'work-product%'; DELETE FROM work_products; DELETE FROM notifications WHERE kind = 'work-product'`),
  );
  project.provide('journeys', { webRoot, connection: postgres.connection, template, data });
  return async () => {
    await asAdmin(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await postgres.stop();
    rmSync(data, { recursive: true, force: true });
  };
}
