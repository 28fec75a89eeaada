import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { toDatabaseUrl } from '../testing/product-process.ts';
import { withClient } from '../testing/scratch-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openDatabase } from './open-database.ts';

const { connection } = inject('testDatabase');

test.each([
  ['C', true],
  ['C.UTF-8', false],
])('[B312] of a database with the character type %s the start says that misspelt words are not found: %s', async (ctype, isWarned) => {
  const database = `classwright_scratch_letters_${ctype === 'C' ? 'c' : 'utf8'}_${process.pid}`;
  const asAdmin = (statement: string) => withClient({ ...connection, database: 'postgres' }, (admin) => admin.query(statement));
  await asAdmin(`CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE '${ctype}'`);
  try {
    const told: string[] = [];
    const config = { databaseUrl: toDatabaseUrl({ ...connection, database }), databaseConnections: 20, dataDir: temporaryFolder() };
    const open = await openDatabase({ config, onWait: (message) => told.push(message), onTrouble: () => undefined });
    await open.stop();
    expect(told.some((message) => message.includes('misspelt words of other languages are not found'))).toBe(isWarned);
  } finally {
    await asAdmin(`DROP DATABASE ${database} WITH (FORCE)`);
  }
});

test('[B319] files of an installation beside an empty database are refused with what to do; beside their own they are not', async () => {
  const database = `classwright_scratch_files_${process.pid}`;
  const asAdmin = (statement: string) => withClient({ ...connection, database: 'postgres' }, (admin) => admin.query(statement));
  await asAdmin(`CREATE DATABASE ${database}`);
  try {
    const dataDir = temporaryFolder();
    const open = () =>
      openDatabase({
        config: { databaseUrl: toDatabaseUrl({ ...connection, database }), databaseConnections: 20, dataDir },
        onWait: () => undefined,
        onTrouble: () => undefined,
      });
    mkdirSync(join(dataDir, 'files', 'ab'), { recursive: true });
    await expect(open()).rejects.toThrow(
      new RegExp(`data folder ${dataDir} holds the files of an installation, but the database ${database} on .* is empty\\. Name the database`),
    );
    const tables = await withClient({ ...connection, database }, (client) =>
      client.query("SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace"),
    );
    expect(tables.rows).toEqual([]);
    rmSync(join(dataDir, 'files'), { recursive: true });
    await (await open()).stop();
    mkdirSync(join(dataDir, 'files', 'ab'), { recursive: true });
    await (await open()).stop();
  } finally {
    await asAdmin(`DROP DATABASE ${database} WITH (FORCE)`);
  }
});

test('[B315] when the server orders letters otherwise than before, the indexes are made anew, once, and a user who may not is told the commands', async () => {
  const database = `classwright_scratch_order_${process.pid}`;
  const admin = { ...connection, database: 'postgres' };
  const role = `classwright_scratch_reader_${process.pid}`;
  const asAdmin = (statement: string) => withClient(admin, (client) => client.query(statement));
  const inside = <T extends object>(statement: string) => withClient({ ...connection, database }, async (client) => (await client.query<T>(statement)).rows);
  await asAdmin(`CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'und'`);
  await asAdmin(`CREATE ROLE ${role} LOGIN PASSWORD 'reads-only'`);
  try {
    const told: string[] = [];
    const open = async (user: object = {}) => {
      told.length = 0;
      const config = { databaseUrl: toDatabaseUrl({ ...connection, database, ...user }), databaseConnections: 20, dataDir: temporaryFolder() };
      await (await openDatabase({ config, onWait: (message) => told.push(message), onTrouble: () => undefined })).stop();
      return told.filter((message) => message.startsWith('Making the indexes'));
    };
    const files = async () =>
      (await inside<{ node: number }>("SELECT relfilenode AS node FROM pg_class WHERE relname IN ('accounts_name', 'accounts_school')")).map(
        ({ node }) => node,
      );
    expect(await open()).toEqual([]);
    for (const change of [
      `UPDATE pg_database SET datcollversion = '0' WHERE datname = '${database}'`,
      "UPDATE pg_collation SET collversion = '0' WHERE collname = 'natural_order'",
    ]) {
      const before = await files();
      await inside(change);
      await expect(open({ user: role, password: 'reads-only' })).rejects.toThrow(/REINDEX SCHEMA public; ALTER (DATABASE|COLLATION) .* REFRESH/);
      expect(await files()).toEqual(before);
      expect(await open()).toHaveLength(1);
      expect((await files()).some((node) => before.includes(node))).toBe(false);
      expect(await open()).toEqual([]);
    }
  } finally {
    await asAdmin(`DROP DATABASE ${database} WITH (FORCE)`);
    await asAdmin(`DROP ROLE ${role}`);
  }
});
