import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@classwright/server/platform/database/migrate';
import { deleteDemoWorkProducts } from '@classwright/server/testing/demo-work-products';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres, type TestPostgres } from '@classwright/server/testing/postgres';
import { type ScratchConnection, withClient } from '@classwright/server/testing/scratch-database';
import { readTestSettings } from '@classwright/server/platform/config';
import type { TestProject } from 'vitest/node';
import { buildWeb } from '../../tools/scripts/lib/build-web.mjs';
import { startProduct } from './server.ts';
import { endIdleProcesses } from './warm-process.ts';

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
  await waitForJobs(connection);
  await first.dispose();
  endIdleProcesses();
  await withClient(connection, deleteDemoWorkProducts);
  project.provide('journeys', { webRoot, connection: postgres.connection, template, data });
  return async () => {
    const { rows } = await asAdmin(`SELECT datname FROM pg_database WHERE datname LIKE '${template}%'`);
    for (const { datname } of rows) await asAdmin(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
    await postgres.stop();
    rmSync(data, { recursive: true, force: true });
  };
}

/** Resolves when the product has done what the demo's lessons ask for afterwards: each copy would do it again. */
async function waitForJobs(connection: ScratchConnection): Promise<void> {
  const countLeft = () =>
    withClient(connection, async (client) => {
      const due = `state = 'running' OR state = 'waiting' AND run_at <= app_now()`;
      const { rows } = await client.query<{ left: number }>(`SELECT count(*)::integer AS left FROM jobs WHERE kind NOT LIKE 'work-product%' AND (${due})`);
      return rows[0]?.left ?? 0;
    });
  while ((await countLeft()) > 0) await sleep(500);
}
