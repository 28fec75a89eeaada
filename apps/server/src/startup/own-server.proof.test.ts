import { expect, inject, onTestFinished, test } from 'vitest';
import pg from 'pg';
import { startProductProcess, toDatabaseUrl } from '../testing/product-process.ts';
import type { TestPostgres } from '../testing/postgres.ts';
import { withScratchDatabase } from '../testing/scratch-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** A server that somebody else runs: at the address in the usual variables, or on this machine. */
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

function start(env: Record<string, string>, role?: string) {
  const product = startProductProcess({ env: { DATA_DIR: temporaryFolder(), ...env }, ...(role === undefined ? {} : { role }) });
  onTestFinished(async () => void (await product.end('SIGKILL')));
  return product;
}

test('in production it uses an installed PostgreSQL, without a demo, twice in a row', { timeout: 300_000 }, async (context) => {
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

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };

test('[B323] of processes that start at once on one empty database one migrates and makes the demo, and all serve it', { timeout: 150_000 }, async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    const env = { DATABASE_URL: toDatabaseUrl(connection), DEMO: 'on', DATA_DIR: temporaryFolder() };
    const people = [start(env, 'web'), start(env)];
    const jobs = start(env, 'jobs');
    for (const product of people) expect((await fetch(`${await product.running}/readyz`)).status).toBe(200);
    await expect.poll(() => jobs.output(), { timeout: 60_000 }).toContain('Classwright does its jobs.');
    expect((await client.query('SELECT count(*)::int AS n FROM schools')).rows).toEqual([{ n: 1 }]);
    const { rows } = await client.query('SELECT count(*)::int AS n, count(DISTINCT version)::int AS versions FROM schema_migrations');
    expect(rows[0].n).toBe(rows[0].versions);
    const roles = async () => (await client.query<{ role: string }>('SELECT role FROM server_processes ORDER BY role')).rows.map(({ role }) => role);
    await expect.poll(roles).toEqual(['all', 'jobs', 'web']);
    expect(await Promise.all([...people, jobs].map((product) => product.end()))).toEqual([0, 0, 0]);
    expect(await roles()).toEqual([]);
  });
});

test('a process of jobs says how it is on its own port, and answers nothing else there', { timeout: 60_000 }, async () => {
  await withScratchDatabase(postgres, async (_client, connection) => {
    const jobs = start({ DATABASE_URL: toDatabaseUrl(connection), JOBS_PORT: '0' }, 'jobs');
    await expect.poll(() => jobs.output(), { timeout: 60_000 }).toMatch(/at http:\S+\/readyz/);
    const ready = /http:\S+\/readyz/.exec(jobs.output())![0];
    const ask = async (path: string) => (await fetch(new URL(path, ready))).status;
    expect([await ask('/healthz'), await ask('/readyz'), await ask('/metrics')]).toEqual([200, 200, 200]);
    expect([await ask('/'), await ask('/api/config'), await ask('/api/openapi.json'), await ask('/app/x')]).toEqual([404, 404, 404, 404]);
    expect(await (await fetch(new URL('/metrics', ready))).text()).toContain('classwright_jobs_due ');
    expect(await jobs.end()).toBe(0);
  });
});
