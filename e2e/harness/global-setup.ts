import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@classwright/server/platform/database/migrate';
import { deleteDemoWorkProducts } from '@classwright/server/testing/demo-work-products';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres, type TestPostgres } from '@classwright/server/testing/postgres';
import { withClient } from '@classwright/server/testing/scratch-database';
import { readTestSettings } from '@classwright/server/platform/config';
import type { TestProject } from 'vitest/node';
import { buildWeb } from '../../tools/scripts/lib/build-web.mjs';
import { startProduct } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The start of every journey: the built app, and the demo school as a database and a data folder to copy. */
    journeys: { webRoot: string; connection: TestPostgres['connection']; template: string; data: string };
  }
}

/** Builds the app and has the product create the demo school once. Each journey gets a copy. */
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
  const first = await startProduct({ connection, webRoot, env: { DATA_DIR: data }, processes: 1 });
  await first.dispose();
  await withClient(connection, deleteDemoWorkProducts);
  project.provide('journeys', { webRoot, connection: postgres.connection, template, data });
  return async () => {
    await asAdmin(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await postgres.stop();
    rmSync(data, { recursive: true, force: true });
  };
}
