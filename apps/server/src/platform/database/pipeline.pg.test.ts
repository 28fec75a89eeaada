import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../testing/database.ts';
import { ask, askAll, connect, type Db, inTransaction, type Question, UNAWAITED } from './index.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await cloneDatabase();
  ({ db } = connect({ connection: database.connection, maxConnections: 1, onError: () => undefined }));
  await sql`CREATE TABLE notes (id integer PRIMARY KEY)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const note = (on: Db, id: number, mark = UNAWAITED) => sql`${sql.raw(mark)} INSERT INTO notes VALUES (${id})`.execute(on);
const notes: Question<{ id: number }, number[]> = {
  statement: sql<{ id: number }>`SELECT id FROM notes ORDER BY id`,
  read: (rows) => rows.map(({ id }) => id),
};
const quotient = (by: number): Question<{ result: number }, number | undefined> => ({
  statement: sql<{ result: number }>`SELECT 10 / ${by}::int AS result`,
  read: ([row]) => row?.result,
});
const TAKEN = { code: '23505' };

test('[B2992] a statement that nobody waits for is seen by the next, and committed with it', async () => {
  const seen = await inTransaction(db, async (tx) => {
    await note(tx, 1);
    await note(tx, 2);
    return ask(tx, notes);
  });
  expect([seen, await ask(db, notes)]).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test('[B2992] a failure that nobody waited for is thrown by the next statement, or else by the commit, and nothing of it stays', async () => {
  let isReached = false;
  const before = await ask(db, notes);
  await expect(
    inTransaction(db, async (tx) => {
      await note(tx, 1);
      await note(tx, 7);
      await ask(tx, notes);
      isReached = true;
    }),
  ).rejects.toMatchObject(TAKEN);
  await expect(inTransaction(db, (tx) => note(tx, 1))).rejects.toMatchObject(TAKEN);
  await expect(
    inTransaction(db, async (tx) => {
      await note(tx, 8);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect([isReached, await ask(db, notes)]).toEqual([false, before]);
});

test('[B2992] after a savepoint the transaction goes on without what failed', async () => {
  await inTransaction(db, async (tx) => {
    await note(tx, 20);
    await sql`SAVEPOINT here`.execute(tx);
    await note(tx, 20);
    await expect(ask(tx, notes)).rejects.toMatchObject(TAKEN);
    await sql`ROLLBACK TO SAVEPOINT here`.execute(tx);
    await note(tx, 21);
  });
  expect(await ask(db, notes)).toEqual(expect.arrayContaining([20, 21]));
});

test('[B2992] outside of a transaction every statement is waited for', async () => {
  await expect(note(db, 20)).rejects.toMatchObject(TAKEN);
});

test('[B2992] of two questions the failure of the first is thrown, whatever it does to the second', async () => {
  expect(await askAll(db, [quotient(2), quotient(5)])).toEqual([5, 2]);
  await expect(inTransaction(db, (tx) => askAll(tx, [quotient(0), quotient(5)]))).rejects.toMatchObject({ code: '22012' });
  await expect(inTransaction(db, (tx) => askAll(tx, [quotient(5), quotient(0)]))).rejects.toMatchObject({ code: '22012' });
  const refuse: Question<unknown, never> = {
    statement: sql`SELECT 1`,
    read: () => {
      throw new Error('refused');
    },
  };
  await expect(inTransaction(db, (tx) => askAll(tx, [refuse, quotient(0)]))).rejects.toThrow('refused');
  expect(await ask(db, quotient(5))).toBe(2);
});

test('[B2992] a connection that ends is an error of the transaction, and the next one has another', async () => {
  const pid = async (on: Db) => (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(on)).rows[0]!.pid;
  const other = connect({ connection: database.connection, maxConnections: 1, onError: () => undefined });
  const ended = inTransaction(db, async (tx) => {
    await sql`SELECT pg_terminate_backend(${await pid(tx)})`.execute(other.db).catch(() => undefined);
    await note(tx, 30);
  });
  await expect(ended).rejects.toThrow(/connection|EPIPE/i); // the server says it, or the line breaks
  await other.db.destroy();
  expect(await ask(db, notes)).not.toContain(30);
});
