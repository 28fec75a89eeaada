import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cloneDatabase } from '../../testing/database.ts';
import { afterFailure, connect, type Db, inTransaction, runTogether, runWithCommit, type Tx } from './index.ts';

let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  const database = await cloneDatabase();
  ({ db } = connect({ connection: database.connection, maxConnections: 4, onError: () => undefined }));
  close = async () => {
    await db.destroy();
    await database.drop();
  };
  await sql`CREATE TABLE written (id integer PRIMARY KEY, word text NOT NULL)`.execute(db);
});
afterAll(() => close());
beforeEach(async () => {
  await sql`TRUNCATE written`.execute(db);
});

const compilable = <Row>(tx: Tx, statement: ReturnType<typeof sql<Row>>) => ({ compile: () => statement.compile(tx) });
const insert = (tx: Tx, id: number, word: string | null = 'one') => compilable(tx, sql`INSERT INTO written (id, word) VALUES (${id}, ${word})`);
const words = async (on: Db | Tx = db) => (await sql<{ word: string }>`SELECT word FROM written ORDER BY id`.execute(on)).rows.map(({ word }) => word);

test('what goes with the commit is there after it, in its order, and not before', async () => {
  await inTransaction(db, async (tx) => {
    await runWithCommit(tx, insert(tx, 1, 'first'));
    await runWithCommit(tx, compilable(tx, sql`UPDATE written SET word = word || ' and last'`));
    expect(await words(tx)).toEqual([]);
  });
  expect(await words()).toEqual(['first and last']);
});

test('where it fails nothing of the transaction is there, the transaction says why, what it made elsewhere is undone, and the connection goes on', async () => {
  let isUndone = false;
  const attempt = inTransaction(db, async (tx) => {
    afterFailure(tx, () => void (isUndone = true));
    await sql`INSERT INTO written VALUES (1, 'by itself')`.execute(tx);
    await runWithCommit(tx, insert(tx, 2, null));
    await runWithCommit(tx, insert(tx, 3));
  });
  await expect(attempt).rejects.toMatchObject({ code: '23502', column: 'word' });
  expect([isUndone, await words()]).toEqual([true, []]);
  await inTransaction(db, (tx) => runWithCommit(tx, insert(tx, 4)));
  expect(await words()).toEqual(['one']);
});

test('a transaction that fails sends nothing of it, nor does the next on its connection', async () => {
  const attempt = inTransaction(db, async (tx) => {
    await runWithCommit(tx, insert(tx, 1));
    throw new Error('no');
  });
  await expect(attempt).rejects.toThrow('no');
  await inTransaction(db, (tx) => runWithCommit(tx, insert(tx, 2, 'two')));
  expect(await words()).toEqual(['two']);
});

test('the second of two that are sent together sees what was committed while the first waited', async () => {
  const lock = (tx: Tx) => compilable(tx, sql`SELECT pg_advisory_xact_lock(77)`);
  const read = (tx: Tx) => compilable<{ word: string }>(tx, sql`SELECT word FROM written`);
  let isHeld = false;
  const first = inTransaction(db, async (tx) => {
    await runTogether(tx, lock(tx), read(tx));
    isHeld = true;
    await sleep(100);
    await runWithCommit(tx, insert(tx, 1, 'meanwhile'));
  });
  await expect.poll(() => isHeld).toBe(true);
  const seen = await inTransaction(db, async (tx) => (await runTogether(tx, lock(tx), read(tx)))[1]);
  await first;
  expect(seen).toEqual([{ word: 'meanwhile' }]);
});

test('of two that are sent together the first that fails is what the transaction fails by', async () => {
  const attempt = inTransaction(db, (tx) => runTogether(tx, insert(tx, 1, null), compilable(tx, sql`SELECT 1`)));
  await expect(attempt).rejects.toMatchObject({ code: '23502' });
  expect(await words()).toEqual([]);
});
