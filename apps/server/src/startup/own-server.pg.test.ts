import { expect, inject, onTestFinished, test } from 'vitest';
import pg from 'pg';
import { startProductProcess, toDatabaseUrl } from '../testing/product-process.ts';
import type { TestPostgres } from '../testing/postgres.ts';
import { withScratchDatabase } from '../testing/scratch-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** A server that somebody else runs: where the usual variables point, else on this machine. */
const installed: TestPostgres['connection'] = {
  host: process.env.PGHOST || '127.0.0.1',
  port: Number(process.env.PGPORT || 5432),
  user: process.env.PGUSER || 'postgres',
  ...(process.env.PGPASSWORD ? { password: process.env.PGPASSWORD } : {}),
};

async function isReachable(): Promise<boolean> {
  const client = new pg.Client({ ...installed, database: 'postgres', connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ ok: boolean }>('SELECT rolcreatedb OR rolsuper AS ok FROM pg_roles WHERE rolname = current_user');
    await client.end();
    return rows[0]?.ok === true;
  } catch {
    return false;
  }
}

function start(env: Record<string, string>) {
  const product = startProductProcess({ env: { DATA_DIR: temporaryFolder(), ...env } });
  onTestFinished(async () => void (await product.end('SIGKILL')));
  return product;
}

test('in production it uses an installed PostgreSQL, without a demo, twice in a row', { timeout: 90_000 }, async (context) => {
  if (!(await isReachable())) return context.skip(`no PostgreSQL that lets us create a database at ${installed.host}:${installed.port}`);
  await withScratchDatabase({ connection: installed, stop: async () => undefined }, async (client, connection) => {
    for (let time = 0; time < 2; time++) {
      const product = start({ NODE_ENV: 'production', ALLOW_ROOT: 'on', HOST: '0.0.0.0', DATABASE_URL: toDatabaseUrl(connection) });
      const address = await product.running;
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
      expect(product.output()).not.toContain('demo.school');
      expect(await product.end()).toBe(0);
    }
    expect((await client.query('SELECT count(*)::int AS n FROM accounts')).rows).toEqual([{ n: 0 }]);
    expect((await client.query('SELECT count(*)::int AS n FROM installation')).rows).toEqual([{ n: 1 }]);
  });
});

test('[B323] of two processes that start on one empty database one migrates and serves it; the other waits and takes over when it ends', {
  timeout: 150_000,
}, async () => {
  await withScratchDatabase({ connection: inject('testDatabase').connection, stop: async () => undefined }, async (client, connection) => {
    const both = [start({ DATABASE_URL: toDatabaseUrl(connection), DEMO: 'on' }), start({ DATABASE_URL: toDatabaseUrl(connection), DEMO: 'on' })];
    const first = await Promise.any(
      both.map(async (product) => {
        await product.running;
        return product;
      }),
    );
    const second = both.find((product) => product !== first)!;
    expect((await fetch(`${await first.running}/readyz`)).status).toBe(200);
    await expect.poll(() => second.output(), { timeout: 30_000 }).toContain('Another Classwright is serving this database. Waiting for it to end.');
    expect(await first.end()).toBe(0);
    expect((await fetch(`${await second.running}/readyz`)).status).toBe(200);
    expect((await client.query('SELECT count(*)::int AS n FROM schools')).rows).toEqual([{ n: 1 }]);
    const { rows } = await client.query('SELECT count(*)::int AS n, count(DISTINCT version)::int AS versions FROM schema_migrations');
    expect(rows[0].n).toBe(rows[0].versions);
    expect(await second.end()).toBe(0);
  });
});
