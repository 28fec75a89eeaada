import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { withClient } from '../../../testing/scratch-database.ts';
import { migrate } from '../migrate.ts';
import { findBinaries } from './binaries.ts';
import { postgresEnv } from './cluster.ts';
import { startEmbeddedPostgres } from './index.ts';
import { chooseRunAs } from './run-as.ts';

/**
 * Creates a data folder like those of the first versions: letters of ASCII only, the product a superuser, no passwords,
 * open to read.
 */
async function makeOldFolder(): Promise<string> {
  const folder = temporaryFolder();
  const cluster = join(folder, 'postgres-18');
  const runAs = chooseRunAs(cluster);
  mkdirSync(cluster, { mode: 0o700 });
  if (runAs.uid !== undefined) chownSync(cluster, runAs.uid, runAs.gid ?? runAs.uid);
  const initdb = join(findBinaries(runAs.uid !== undefined, folder), 'bin/initdb');
  const options = ['-U', 'classwright', '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-sync'];
  const { status, stderr } = spawnSync(initdb, ['-D', cluster, ...options], { ...runAs, cwd: '/', env: postgresEnv, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  mkdirSync(join(folder, 'files/ab'), { recursive: true });
  chmodSync(join(folder, 'files'), 0o755);
  writeFileSync(join(folder, 'files/ab/abcd'), 'a pupil’s picture', { mode: 0o644 });
  const old = await startEmbeddedPostgres({ folder, isThrowaway: true });
  await withClient(old.connection, async (client) => {
    await migrate(client);
    await client.query("INSERT INTO question_words (word) VALUES ('фотосинтез'), ('النباتات')");
    expect((await client.query("SELECT show_trgm('фотосинтез') AS known")).rows).toEqual([{ known: [] }]);
    expect((await client.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).rows).toEqual([{ rolsuper: true }]);
  });
  await old.stop();
  return folder;
}

const similar = async (client: pg.Client, typed: string) => {
  await client.query('SET enable_seqscan = off');
  return (await client.query<{ word: string }>('SELECT list_similar_words($1) AS word', [typed])).rows.map(({ word }) => word);
};

test('[B311] a data folder of the first versions finds misspelt words of every script after a start, through its indexes', { timeout: 120_000 }, async () => {
  const folder = await makeOldFolder();
  const told: string[] = [];
  const database = await startEmbeddedPostgres({ folder, onWait: (message) => told.push(message) });
  await withClient(database.connection, async (client) => {
    expect(await similar(client, 'фотосинтес')).toEqual(['фотосинтез']);
    expect(await similar(client, 'النبتات')).toEqual(['النباتات']);
    expect(await migrate(client)).toEqual({ applied: [], isFirstStart: false }); // its new owner may change it
    await client.query('ALTER TABLE question_words ADD COLUMN note text; ALTER TABLE question_words DROP COLUMN note');
  });
  expect(told).toEqual(['Making the indexes of the database anew, since the rules for letters have changed.']);
  await database.stop();
  const again = await startEmbeddedPostgres({ folder, onWait: (message) => told.push(message) });
  expect(told).toHaveLength(1); // once
  await again.stop();
});

test('a start that was killed between the change of letters and the new indexes makes them at the next', { timeout: 120_000 }, async () => {
  const folder = await makeOldFolder();
  const old = await startEmbeddedPostgres({ folder, isThrowaway: true });
  await withClient({ ...old.connection, database: 'postgres' }, async (client) => {
    await client.query("UPDATE pg_database SET datctype = 'C.UTF-8'");
    await client.query("COMMENT ON DATABASE classwright IS 'classwright: indexes are to be made anew'");
  });
  await old.stop();
  const database = await startEmbeddedPostgres({ folder });
  expect(await withClient(database.connection, (client) => similar(client, 'фотосинтес'))).toEqual(['фотосинтез']);
  await database.stop();
});

test('[B315] after an update of the libraries that order letters the indexes are made anew, once', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const first = await startEmbeddedPostgres({ folder });
  await withClient(first.connection, (client) => migrate(client));
  const { superuser } = JSON.parse(readFileSync(join(folder, 'database-passwords.json'), 'utf8')) as { superuser: string };
  await withClient({ ...first.connection, user: 'classwright', password: superuser }, (client) =>
    client.query("UPDATE pg_collation SET collversion = '0' WHERE collname = 'natural_order'"),
  );
  await first.stop();
  const told: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const database = await startEmbeddedPostgres({ folder, onWait: (message) => told.push(message) });
    const versions = await withClient(database.connection, (client) =>
      client.query("SELECT collversion = pg_collation_actual_version(oid) AS same FROM pg_collation WHERE collname = 'natural_order'"),
    );
    expect(versions.rows).toEqual([{ same: true }]);
    await database.stop();
  }
  expect(told).toEqual(['Making the indexes of the database anew, since the rules for letters have changed.']);
});

test('[B316] [B317] nobody comes in without a password, the product is no superuser, and no other user reads what is in the folder', {
  timeout: 120_000,
}, async () => {
  const folder = await makeOldFolder();
  const database = await startEmbeddedPostgres({ folder });
  const { password, ...without } = database.connection;
  expect(password?.length).toBeGreaterThan(20);
  for (const user of [without.user, 'classwright']) await expect(withClient({ ...without, user }, async () => undefined)).rejects.toThrow(/password/);
  await withClient(database.connection, async (client) => {
    expect((await client.query('SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user')).rows).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false },
    ]);
    await expect(client.query('SELECT rolpassword FROM pg_authid')).rejects.toThrow('permission denied');
    await expect(client.query("COPY (SELECT 1) TO PROGRAM 'id'")).rejects.toThrow('permission denied');
    expect((await client.query('SELECT link_secret FROM installation')).rows).toHaveLength(1);
  });
  await database.stop();
  const mode = (name: string) => statSync(join(folder, name)).mode & 0o077;
  for (const name of ['files', 'database-passwords.json', 'lock', 'postgres.log', 'postgres-18']) expect([name, mode(name)]).toEqual([name, 0]);
  expect(mode('.') & 0o066).toBe(0);
});

test('a lost file of passwords is made anew, and the school goes on', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const first = await startEmbeddedPostgres({ folder });
  await withClient(first.connection, (client) => client.query('CREATE TABLE kept (id int)'));
  await first.stop();
  const before = readFileSync(join(folder, 'database-passwords.json'), 'utf8');
  rmSync(join(folder, 'database-passwords.json'));
  const second = await startEmbeddedPostgres({ folder });
  await withClient(second.connection, (client) => client.query('SELECT * FROM kept'));
  await second.stop();
  expect(readFileSync(join(folder, 'database-passwords.json'), 'utf8')).not.toBe(before);
});

test('what a killed database left in the folder of its socket stops no start, whoever has its number now', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const first = await startEmbeddedPostgres({ folder, isThrowaway: true });
  await first.stop();
  const somebody = spawn('/bin/sleep', ['60'], { ...chooseRunAs(first.cluster), stdio: 'ignore' }); // it runs as the database's own user
  const socket = join(folder, 'socket');
  mkdirSync(socket, { recursive: true });
  writeFileSync(join(socket, '.s.PGSQL.5432'), '');
  writeFileSync(join(socket, '.s.PGSQL.5432.lock'), `${somebody.pid}\n${folder}\n0\n5432\n${socket}\n`);
  const second = await startEmbeddedPostgres({ folder, isThrowaway: true });
  await withClient(second.connection, async (client) => expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]));
  await second.stop();
  somebody.kill();
});
