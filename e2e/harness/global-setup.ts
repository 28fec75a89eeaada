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
  const webRoot = await buildWeb();
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

const JOBS_PATIENCE_MS = 180_000;

/**
 * Resolves when the jobs that follow the demo's lessons are done: otherwise each copy of the template would do them.
 * @throws when some are left after three minutes; the message lists them
 */
async function waitForJobs(connection: ScratchConnection): Promise<void> {
  const listLeft = () =>
    withClient(connection, async (client) => {
      const due = `state = 'running' OR state = 'waiting' AND run_at <= app_now()`;
      const { rows } = await client.query<{ kind: string; state: string; left: number; last_error: string | null }>(
        `SELECT kind, state, count(*)::integer AS left, max(last_error) AS last_error FROM jobs
          WHERE kind NOT LIKE 'work-product%' AND (${due}) GROUP BY kind, state ORDER BY kind, state`,
      );
      return rows;
    });
  const deadline = Date.now() + JOBS_PATIENCE_MS;
  for (let left = await listLeft(); left.length > 0; left = await listLeft()) {
    if (Date.now() > deadline) {
      const listed = left.map((one) => `${one.left} ${one.state} of ${one.kind}${one.last_error ? ` (${one.last_error})` : ''}`).join(', ');
      throw new Error(`The template of the journeys still has jobs after ${JOBS_PATIENCE_MS / 60_000} minutes: ${listed}`);
    }
    await sleep(500);
  }
}
