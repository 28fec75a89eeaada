import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, chmodSync, chownSync, constants, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findPackagedPatch } from '../platform/database/embedded/newest-patch.ts';
import { preparedFolder } from '../testing/prepared-folder.ts';
import { type ProductProcess, startProductProcess, toDatabaseUrl } from '../testing/product-process.ts';
import { type ScratchConnection, withMigratedDatabase, withScratchDatabase } from '../testing/scratch-database.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

function start(env: Record<string, string>, uid?: number): ProductProcess {
  const product = startProductProcess({ env, ...(uid === undefined ? {} : { uid }) });
  onTestFinished(async () => void (await product.end('SIGKILL')));
  return product;
}

/** Starts, expects exit code 1, and returns the one or two sentences of the reason. */
async function refusal(env: Record<string, string>, uid?: number): Promise<string> {
  const product = start(env, uid);
  const code = await product.ended;
  expect(code, product.output()).toBe(1);
  expect(product.output()).not.toMatch(/running at| {4}at /); // neither success nor a stack
  return (/did not start\. (.*)/.exec(product.output()) ?? [])[1] ?? product.output();
}

/** Returns everything in a database that a start could have changed. */
async function contents(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query("SELECT relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1");
  return rows;
}
const onDatabase = (connection: ScratchConnection) => ({ DATABASE_URL: toDatabaseUrl(connection), DATA_DIR: temporaryFolder() });

test('[B025] [B321] two starts at once on one data folder: one runs, the other names it and ends', { timeout: 90_000 }, async () => {
  const env = { DATA_DIR: temporaryFolder() };
  const both = [start(env), start(env)];
  const loser = await Promise.any(both.map(async (product) => ((await product.ended) === 1 ? product : Promise.reject(new Error(product.output())))));
  const winner = both.find((product) => product !== loser) as ProductProcess;
  expect(loser.output()).toContain(`is already running on the data folder ${env.DATA_DIR} (process ${winner.child.pid})`);
  const address = await winner.running;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(await refusal(env)).toContain(`(process ${winner.child.pid})`);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(await winner.end()).toBe(0);
});

test('[B026] a port in use: the sentence names it, and nothing is made in the data folder', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void other.close(() => resolve())));
  const { port } = other.address() as AddressInfo;
  const folder = temporaryFolder();
  expect(await refusal({ DATA_DIR: folder, PORT: String(port) })).toContain(`The port ${port} is in use`);
  expect(readdirSync(folder)).toEqual([]);
});

test('an address that is not of this machine', async () => {
  expect(await refusal({ DATA_DIR: temporaryFolder(), HOST: '192.0.2.1', DEMO: 'off' })).toContain('192.0.2.1 is not an address of this machine');
});

test('[B1651] a Redis or NATS that cannot be reached stops no start: it serves people, and the log names the setting and no password', {
  timeout: 90_000,
}, async () => {
  await withMigratedDatabase(postgres, async (_client, connection) => {
    for (const [name, url] of Object.entries({ REDIS_URL: 'redis://:hush@127.0.0.1:1', NATS_URL: 'nats://token-hush@127.0.0.1:1' })) {
      const product = start({ ...onDatabase(connection), [name]: url });
      expect((await fetch(`${await product.running}/readyz`)).status).toBe(200);
      expect(product.output()).toContain('at 127.0.0.1:1 cannot be reached. This process starts without it and keeps trying.');
      expect(product.output()).toContain(`set ${name} to where it is, or leave ${name} away`);
      expect(product.output()).not.toContain('hush');
      expect(await product.end()).toBe(0);
    }
  });
});

test('[B318] root in production, before anything is written; the sentence names the setting that allows it', async (context) => {
  if (!isRoot) return context.skip('only root can try');
  const folder = temporaryFolder();
  expect(await refusal({ DATA_DIR: folder, NODE_ENV: 'production', HOST: '127.0.0.1' })).toMatch(/^In production it does not run as root.*ALLOW_ROOT=on\.$/);
  expect(readdirSync(folder)).toEqual([]);
});

test('[B2853] production on the packaged PostgreSQL, which is too old, before anything is written; the sentence names the remedies', async (context) => {
  const packaged = findPackagedPatch();
  if (packaged === null || packaged.behind < 2) return context.skip('the PostgreSQL that would run is new enough');
  const folder = temporaryFolder();
  const sentence = await refusal({ DATA_DIR: folder, NODE_ENV: 'production', ALLOW_ROOT: 'on', HOST: '127.0.0.1' });
  for (const words of [packaged.patch, 'Install PostgreSQL 18', 'DATABASE_URL', 'EMBEDDED_IN_PRODUCTION=on']) expect(sentence).toContain(words);
  expect(readdirSync(folder)).toEqual([]);
});

test('[B2852] production on it is allowed by a setting, and the start and the log warn', { timeout: 90_000 }, async (context) => {
  if (findPackagedPatch() === null) return context.skip('an installed PostgreSQL would run');
  const product = start({ DATA_DIR: temporaryFolder(), NODE_ENV: 'production', ALLOW_ROOT: 'on', EMBEDDED_IN_PRODUCTION: 'on', HOST: '127.0.0.1' });
  expect((await fetch(`${await product.running}/readyz`)).status).toBe(200);
  expect(product.output()).toContain('"event":"packaged database"');
  await expect.poll(() => product.output()).toMatch(/Warning: .*PostgreSQL 18\.\d+/);
  expect(await product.end()).toBe(0);
});

test('[B027] a read-only data folder: the sentence names it', async (context) => {
  if (isRoot && !canOthersRead()) return context.skip('root writes everywhere, and no other user can read this clone');
  const folder = temporaryFolder();
  chmodSync(folder, 0o555);
  expect(await refusal({ DATA_DIR: folder }, isRoot ? nobody : undefined)).toBe(
    `The data folder ${folder} cannot be written to. Give this user the right to, or name another folder in DATA_DIR.`,
  );
  expect(await refusal({ DATA_DIR: join(folder, 'data') }, isRoot ? nobody : undefined)).toContain('cannot be written to');
  chmodSync(folder, 0o755);
});

test('a file where the data folder should be', async () => {
  const file = join(temporaryFolder(), 'data');
  writeFileSync(file, '');
  expect(await refusal({ DATA_DIR: file })).toContain('is not a folder');
});

test('[B028] a full disk: the sentence says so at the first start and at a later one, and the data survives', { timeout: 90_000 }, async (context) => {
  const folder = temporaryFolder();
  if (!mountSmallDisk(folder, 600)) return context.skip('a small disk can be mounted by root only');
  preparedFolder(folder);
  const filler = join(folder, 'filler');
  spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore', timeout: 30_000 }); // until the disk is full
  expect(await refusal({ DATA_DIR: folder })).toMatch(/disk with the data folder .* is full/);
  execFileSync('rm', [filler]);
  const again = start({ DATA_DIR: folder });
  expect((await fetch(`${await again.running}/readyz`)).status).toBe(200);
  expect(await again.end()).toBe(0);

  const tiny = temporaryFolder();
  expect(mountSmallDisk(tiny, 20)).toBe(true);
  expect(await refusal({ DATA_DIR: tiny })).toMatch(/is full: at least 200 MB must be free/);
  expect(readdirSync(tiny)).toEqual([]);
});

test('[B322] a data folder whose database is gone is refused, and not begun anew', { timeout: 90_000 }, async () => {
  const folder = preparedFolder();
  execFileSync('rm', ['-r', join(folder, 'postgres-18')]);
  expect(await refusal({ DATA_DIR: folder })).toContain('is of an installation whose database is not there');
  expect(readdirSync(folder)).not.toContain('postgres-18');
});

test('[B321] a data folder of another user: the sentence names that user', { timeout: 60_000 }, async (context) => {
  if (!isRoot || !canOthersRead()) return context.skip('only root can start as two users');
  const folder = temporaryFolder();
  chmodSync(folder, 0o777);
  const cluster = join(folder, 'postgres-18');
  mkdirSync(cluster);
  chownSync(cluster, 1, 1);
  expect(await refusal({ DATA_DIR: folder }, nobody)).toMatch(/belongs to (daemon|the user with the number 1)/);
});

test('[B029] a foreign database is left as it is', async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    await client.query('CREATE TABLE recipes (id int); INSERT INTO recipes VALUES (1)');
    const before = await contents(client);
    expect(await refusal(onDatabase(connection))).toContain("holds tables that are not Classwright's (recipes, for one)");
    expect(await contents(client)).toEqual(before);
  });
});

test('[B029] a database of another product with tables of our names is foreign too', async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    await client.query(
      "CREATE TABLE schema_migrations (version text); CREATE TABLE installation (product text); INSERT INTO installation VALUES ('classwright')",
    );
    expect(await refusal(onDatabase(connection))).toContain("not Classwright's");
  });
});

test('[B030] a newer database is left as it is', async () => {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query("INSERT INTO schema_migrations (version, name, checksum) VALUES (9999, 'from_the_future', 'x')");
    expect(await refusal(onDatabase(connection))).toContain('made by a newer version of Classwright (its schema is at 9999');
    expect((await client.query('SELECT count(*)::int AS n FROM accounts')).rows).toEqual([{ n: 0 }]);
  });
});

test('a migration that was edited after it was applied is named', async () => {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query("UPDATE schema_migrations SET checksum = 'other' WHERE version = 2");
    expect(await refusal(onDatabase(connection))).toMatch(/The migration 0002_\w+\.sql has been changed since/);
  });
});

test('a database that is not there, a user who may not, a server that is not there', { timeout: 90_000 }, async () => {
  const { connection } = postgres;
  expect(await refusal({ DATABASE_URL: toDatabaseUrl({ ...connection, database: 'classwright_nowhere' }), DATA_DIR: temporaryFolder() })).toContain(
    'There is no database named classwright_nowhere',
  );
  expect(await refusal({ DATABASE_URL: 'postgres://u:secret@127.0.0.1:9/d', DATA_DIR: temporaryFolder() })).toMatch(
    /^The database server at 127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/,
  );
});

test('[B031] unknown and malformed settings are named in one line', async () => {
  expect(await refusal({ PORT: 'eighty', CLASSWRIGHT_PORT: '80', DATA_DIR: temporaryFolder() })).toBe(
    'The settings need a change: CLASSWRIGHT_PORT is not a setting; PORT must be a whole number from 0 to 65535.',
  );
});

test('words of the school that cannot be read stop the start', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'messages.json'), '{"no.such.text": "x"}');
  expect(await refusal({ DATA_DIR: folder })).toContain('no.such.text');
});

test('the demo school is never served where others can reach it', { timeout: 90_000 }, async () => {
  const folder = preparedFolder();
  expect(await refusal({ DATA_DIR: folder, HOST: '0.0.0.0' })).toContain('passwords everybody knows');
  const inProduction = { NODE_ENV: 'production', ALLOW_ROOT: 'on', EMBEDDED_IN_PRODUCTION: 'on', HOST: '127.0.0.1' };
  expect(await refusal({ DATA_DIR: folder, ...inProduction })).toContain('passwords everybody knows');
});

/** Returns true when a user without rights can read this clone and run our Node. */
function canOthersRead(): boolean {
  const paths = [fileURLToPath(import.meta.url), process.execPath];
  return paths.every((path) => {
    for (let folder = dirname(path); folder !== '/'; folder = dirname(folder)) {
      try {
        execFileSync('test', ['-x', folder], { uid: nobody, gid: nobody });
      } catch {
        return false;
      }
    }
    accessSync(path, constants.R_OK);
    return true;
  });
}
