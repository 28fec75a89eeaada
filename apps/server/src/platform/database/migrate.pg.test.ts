import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import type {} from '../../testing/global-setup.ts'; // declares the type of `inject`
import { withClient, withScratchDatabase } from '../../testing/scratch-database.ts';
import { migrate, migrationLock } from './migrate.ts';
import { fingerprintMigrations, readMigrations } from './migrations.ts';

const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };

/** Returns the real first migration, which creates the installation, with statements that a test adds. */
function withAdded(...statements: string[]) {
  const [first] = readMigrations();
  const added = statements.map((sql, index) => ({ version: index + 2, name: `added_${index + 2}`, sql, checksum: `checksum of ${sql}` }));
  return [first!, ...added];
}

test('an empty database becomes an installation with secrets of its own; a second run changes nothing', async () => {
  await withScratchDatabase(postgres, async (client) => {
    const known = readMigrations();
    const shares: number[] = [];
    expect(await migrate(client, known, { onProgress: (share) => shares.push(share) })).toEqual({ applied: known, isFirstStart: true });
    expect([shares.length, shares[0], shares.at(-1)]).toEqual([known.length, 1 / known.length, 1]);
    const before = (await client.query('SELECT * FROM installation')).rows;
    expect(before).toHaveLength(1);
    expect(before[0].realtime_secret.length).toBeGreaterThan(40);
    expect(await migrate(client)).toEqual({ applied: [], isFirstStart: false });
    expect((await client.query('SELECT * FROM installation')).rows).toEqual(before);
  });
});

test('no two installations share a secret', async () => {
  const secrets = new Set<string>();
  for (let time = 0; time < 2; time++) {
    await withScratchDatabase(postgres, async (client) => {
      await migrate(client, withAdded());
      const { rows } = await client.query('SELECT realtime_key, realtime_secret, link_secret FROM installation');
      for (const secret of Object.values(rows[0])) secrets.add(secret as string);
    });
  }
  expect(secrets.size).toBe(6);
});

test('three processes that start together apply each migration once', async () => {
  await withScratchDatabase(postgres, async (_client, connection) => {
    const outcomes = await Promise.all([1, 2, 3].map(() => withClient(connection, (client) => migrate(client))));
    expect(outcomes.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
    expect(outcomes.filter(({ isFirstStart }) => isFirstStart)).toHaveLength(1);
  });
});

test('a migration that fails leaves nothing of itself, keeps those before it, and runs when it is mended', async () => {
  await withScratchDatabase(postgres, async (client) => {
    const broken = withAdded('CREATE TABLE good (id int)', 'CREATE TABLE half (id int); SELECT 1 / 0');
    await expect(migrate(client, broken)).rejects.toThrow('migration 3 (added_3) failed and was rolled back');
    const tables = async () => (await client.query("SELECT to_regclass('good') AS good, to_regclass('half') AS half")).rows[0];
    expect(await tables()).toEqual({ good: 'good', half: null });
    const mended = withAdded('CREATE TABLE good (id int)', 'CREATE TABLE half (id int)');
    expect((await migrate(client, mended)).applied.map(({ version }) => version)).toEqual([3]);
    expect(await tables()).toEqual({ good: 'good', half: 'half' });
  });
});

test('a database of an extension alone is empty', async () => {
  await withScratchDatabase(postgres, async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_stat_statements'");
    if (rowCount === 1) await client.query('CREATE EXTENSION pg_stat_statements');
    expect((await migrate(client, withAdded())).isFirstStart).toBe(true);
  });
});

test('files are numbered without gaps, named so that one sees what they do, and the same with other line endings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'classwright-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, '0001_first.sql'), 'SELECT 1;\nSELECT 2;\n');
  const unix = readMigrations(folder);
  writeFileSync(join(folder, '0001_first.sql'), 'SELECT 1;\r\nSELECT 2;\r\n');
  expect(readMigrations(folder)).toEqual(unix);
  expect(fingerprintMigrations(readMigrations(folder))).toBe(fingerprintMigrations(unix));
  writeFileSync(join(folder, '0003_third.sql'), '');
  expect(() => readMigrations(folder)).toThrow('0003_third.sql stands where 2 belongs');
  rmSync(join(folder, '0003_third.sql'));
  writeFileSync(join(folder, 'second.sql'), '');
  expect(() => readMigrations(folder)).toThrow('second.sql is not named like 0001_name.sql');
});

test('[B330] a table that somebody reads for long: the start says what it waits for, lets others have their turn, and goes on or gives up in a sentence', {
  timeout: 60_000,
}, async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    const known = withAdded('CREATE TABLE wide (id int)', 'ALTER TABLE wide ADD COLUMN more int');
    await migrate(client, known.slice(0, 2));
    await withClient(connection, async (reader) => {
      await reader.query('BEGIN; SELECT * FROM wide');
      const told: string[] = [];
      await expect(migrate(client, known, { onWait: (message) => told.push(message), lockTries: 1 })).rejects.toThrow(
        'The database cannot be brought to this version: other programs keep using tables that change (added 3). End them, a backup or a report perhaps, and start again.',
      );
      expect(told).toEqual(['Bringing the database to this version (added 3). This may take a while.']);
      const going = migrate(client, known, { onWait: (message) => told.push(message) });
      await expect.poll(() => told.at(-1), { timeout: 20_000 }).toBe('Waiting for other programs to let go of tables that this version changes.');
      await reader.query('COMMIT');
      expect((await going).applied.map(({ version }) => version)).toEqual([3]);
    });
  });
});

test('a start that has nothing to change waits for nobody, also while the database is being saved', async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    const known = withAdded('CREATE TABLE wide (id int)');
    await migrate(client, known);
    await withClient(connection, async (saving) => {
      await saving.query(`SELECT pg_advisory_lock_shared(${migrationLock})`);
      expect(await migrate(client, known)).toEqual({ applied: [], isFirstStart: false });
    });
  });
});

test('a newer version starts beside processes that run: they go on, and an older one that starts then is refused', async () => {
  await withScratchDatabase(postgres, async (client) => {
    const known = readMigrations();
    await migrate(client, known);
    await enterProcess(client);
    const newer = [...known, { version: known.length + 1, name: 'more', sql: 'CREATE TABLE more (id int)', checksum: 'more' }];
    expect((await migrate(client, newer)).applied.map(({ name }) => name)).toEqual(['more']);
    await expect(migrate(client, known)).rejects.toThrow('made by a newer version of Classwright');
    expect((await client.query('SELECT 1 FROM server_processes')).rowCount).toBe(1);
  });
});

test('a migration that says so is refused while other processes run, naming them; it is applied when their leases are over', async () => {
  await withScratchDatabase(postgres, async (client, connection) => {
    const known = readMigrations();
    await migrate(client, known);
    await enterProcess(client);
    const stopping = { version: known.length + 1, name: 'other_words', sql: '-- stop: every process\nCREATE TABLE words (id int)', checksum: 'words' };
    const told: string[] = [];
    await expect(migrate(client, [...known, stopping], { leasePatienceMs: 0, onWait: (message) => told.push(message) })).rejects.toThrow(
      'Processes of another version are running on this database (web of version 1.2.3 on bluff), and they cannot go on with what this version changes (other words). Stop every process of Classwright, then start again. Nothing has been changed.',
    );
    expect(told).toEqual(['This version changes the database so that processes of the one before cannot go on. Waiting for them to end.']);
    expect((await client.query("SELECT to_regclass('words') AS words")).rows).toEqual([{ words: null }]);
    const going = migrate(client, [...known, stopping], { onWait: (message) => told.push(message) });
    await expect.poll(() => told).toHaveLength(2);
    await withClient(connection, (other) => other.query('DELETE FROM server_processes'));
    expect((await going).applied).toEqual([stopping]);
  });
});

const enterProcess = (client: pg.Client) =>
  client.query("INSERT INTO server_processes (role, version, host, lease_until) VALUES ('web', '1.2.3', 'bluff', clock_timestamp() + interval '1 hour')");
