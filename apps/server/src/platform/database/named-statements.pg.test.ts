import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../testing/database.ts';
import { anyLength, connect, type Db, inTransaction } from './index.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await cloneDatabase();
  ({ db } = connect({ connection: database.connection, maxConnections: 1, onError: () => undefined }));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Returns the statements that the single connection keeps. */
const kept = async (): Promise<string[]> =>
  (await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db)).rows.map(({ statement }) => statement);

test('a statement is kept once however often it is called, with values of its own each time', async () => {
  for (const wanted of ['Admin', 'Teachers', 'Student', "O'Hara; --"]) {
    const rows = await db.selectFrom('account_types').select('name').where('name', '=', wanted).execute();
    expect(rows.map(({ name }) => name)).toEqual(wanted.startsWith('O') ? [] : [wanted]);
  }
  expect((await kept()).filter((statement) => statement.includes('account_types'))).toHaveLength(1);
});

test('lists of many values are not kept, and answer all the same', async () => {
  const before = (await kept()).length;
  const ids = Array.from({ length: 200 }, (_, index) => index + 1);
  expect(await db.selectFrom('account_types').select('id').where('id', 'in', ids).orderBy('id').execute()).toEqual([
    { id: 1 },
    { id: 2 },
    { id: 3 },
    { id: 4 },
  ]);
  expect((await kept()).length).toBe(before);
});

test('a statement with a list is planned a few times, not at each call with another length of it', async () => {
  await sql`CREATE TABLE many (id bigint PRIMARY KEY)`.execute(db);
  await sql`INSERT INTO many SELECT generate_series(1, 10000)`.execute(db);
  await sql`ANALYZE many`.execute(db);
  for (let call = 0; call < 20; call += 1) {
    const ids = [1, 2, 3].slice(0, 1 + (call % 3));
    const { rows } = await sql<{ id: number }>`
      SELECT wanted.id FROM unnest(${anyLength(ids, 'bigint')}) AS wanted (id)
        LEFT JOIN many a ON a.id = wanted.id LEFT JOIN many b ON b.id = a.id + 1 LEFT JOIN many c ON c.id = b.id + 1 WHERE a.id + c.id > 0`.execute(db);
    expect(rows.map(({ id }) => id)).toEqual(ids);
  }
  const { rows } = await sql`SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE statement LIKE '%many a%'`.execute(db);
  expect(rows).toEqual([{ custom_plans: 5, generic_plans: 15 }]);
});

test('a statement that fails does not spoil the next call of it', async () => {
  const divide = (by: number) => sql<{ result: number }>`SELECT 10 / ${by}::int AS result`.execute(db);
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  expect((await divide(5)).rows).toEqual([{ result: 2 }]);
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
});

test('a table that gains a column goes on being read', async () => {
  await sql`CREATE TABLE grows (a int)`.execute(db);
  await sql`INSERT INTO grows VALUES (1)`.execute(db);
  const read = () => sql<{ a: number }>`SELECT a FROM grows WHERE a = ${1}`.execute(db);
  await read();
  await sql`ALTER TABLE grows ADD COLUMN b int`.execute(db);
  expect((await read()).rows).toEqual([{ a: 1 }]);
});

test('a newer version adds a column while this one runs: whoever reads all columns goes on, in a transaction too', async () => {
  await sql`CREATE TABLE widens (a int)`.execute(db);
  await sql`INSERT INTO widens VALUES (1)`.execute(db);
  const read = (on: Db) => sql<{ a: number }>`SELECT * FROM widens WHERE a = ${1}`.execute(on);
  await read(db);
  await sql`ALTER TABLE widens ADD COLUMN b int`.execute(db);
  expect((await read(db)).rows).toEqual([{ a: 1, b: null }]);
  await sql`ALTER TABLE widens ADD COLUMN c int`.execute(db);
  let tries = 0;
  const { rows } = await inTransaction(db, async (tx) => {
    tries += 1;
    await sql`SELECT 1`.execute(tx);
    return read(tx);
  });
  expect([rows, tries]).toEqual([[{ a: 1, b: null, c: null }], 2]);
});
