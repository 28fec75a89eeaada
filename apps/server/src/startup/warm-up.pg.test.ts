import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connect } from '../platform/database/index.ts';
import { createLocalBus } from '../platform/live/index.ts';
import { createLog } from '../platform/log.ts';
import type { ServerOptions } from '../options.ts';
import { startTestApp, type TestApp } from '../testing/index.ts';
import { withClient } from '../testing/scratch-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { warmUp } from './warm-up.ts';

const CONNECTIONS = 4;
/** One connection stays free for calls. */
const PREPARED = 3;
const log = createLog('silent');

async function withPool(work: (app: TestApp, options: ServerOptions, pool: ReturnType<typeof connect>['pool']) => Promise<void>): Promise<void> {
  const app = await startTestApp();
  const { db, pool } = connect({ connection: app.connection, maxConnections: CONNECTIONS, onError: () => undefined });
  try {
    await work(
      app,
      {
        db,
        log,
        version: '1',
        dataDir: temporaryFolder(),
        publicUrl: null,
        trustedProxies: [],
        metricsToken: null,
        bus: createLocalBus({ log }),
        demoSignIns: [],
        webRoot: null,
        s3: null,
        mailer: null,
        pusher: null,
      } as unknown as ServerOptions,
      pool,
    );
  } finally {
    await db.destroy();
    await app.close();
  }
}

/** Returns the number of rows of every table. */
async function countRows({ connection }: TestApp): Promise<Map<string, number>> {
  return withClient(connection, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`,
    );
    const counts = new Map<string, number>();
    for (const { name } of tables) counts.set(name, (await client.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${name}`)).rows[0]!.count);
    return counts;
  });
}

test('[B2904] a process prepares itself by a lesson of which nothing remains, and all connections but the free ones have its statements', async () => {
  await withPool(async (app, options, pool) => {
    const before = await countRows(app);
    expect(before.size).toBeGreaterThan(150);
    await warmUp(options, pool, CONNECTIONS);
    expect(await countRows(app)).toEqual(before);
    expect(pool.totalCount).toBe(CONNECTIONS);
    const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()));
    const prepared = await Promise.all(
      clients.map(async (client) =>
        (await client.query<{ text: string }>('SELECT statement AS text FROM pg_prepared_statements')).rows.map(({ text }) => text),
      ),
    );
    for (const client of clients) client.release();
    const full = prepared.filter((texts) => texts.length > 20);
    expect(full).toHaveLength(PREPARED);
    for (const texts of full) {
      for (const table of ['live_participants', 'live_drafts', 'live_posts'])
        expect(texts.some((text) => /insert/i.test(text) && text.includes(table))).toBe(true);
    }
  });
});

test('[B2904] a process that prepares itself is not ready, and answers calls', async () => {
  await withPool(async ({ server }) => {
    let end = (): void => undefined;
    server.notReadyUntil(
      new Promise<void>((_resolve, reject) => {
        end = () => reject(new Error('it failed'));
      }),
    );
    const ready = await server.app.inject({ url: '/readyz' });
    expect([ready.statusCode, ready.json().params]).toEqual([503, { reason: 'preparing' }]);
    expect((await server.app.inject({ url: '/api/config' })).statusCode).toBe(200);
    end();
    await pause(0);
    expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200);
  });
});
