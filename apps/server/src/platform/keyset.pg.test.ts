import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../testing/database.ts';
import { createRandom } from '../testing/random.ts';
import { connect, type Db } from './database/index.ts';
import { type BlockSource, readBlock, type SortKey } from './keyset-queries.ts';

let database: TestDatabase;
let db: Db;
const ROWS = 300;

beforeAll(async () => {
  database = await cloneDatabase();
  ({ db } = connect({ connection: database.connection, onError: () => undefined }));
  await sql`CREATE TABLE beads (id bigint PRIMARY KEY, name text, size numeric NOT NULL, made_at timestamptz, is_red boolean NOT NULL)`.execute(db);
  // There are few values, so that many rows have equal ones, and microseconds, which a Date would lose.
  await sql`INSERT INTO beads SELECT n, CASE WHEN n % 5 = 0 THEN NULL ELSE 'Bead ' || n % 7 END, n % 3 / 2.0, CASE WHEN n % 4 = 0 THEN NULL ELSE '2026-11-21'::timestamptz + n % 9 * interval '1 microsecond' END, n % 2 = 0
              FROM generate_series(1, ${ROWS}) n`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

type Nulls = SortKey['nulls'];
const name = (direction: SortKey['direction'], nulls: Nulls): SortKey => ({ value: sql`name COLLATE natural_order`, kind: 'text', direction, nulls });
const madeAt = (direction: SortKey['direction'], nulls: Nulls): SortKey => ({ value: sql`made_at`, kind: 'instant', direction, nulls });
const size = (direction: SortKey['direction']): SortKey => ({ value: sql`size`, kind: 'number', direction, nulls: 'none' });
const isRed = (direction: SortKey['direction']): SortKey => ({ value: sql`is_red`, kind: 'flag', direction, nulls: 'none' });
const id = (direction: SortKey['direction']): SortKey => ({ value: sql`id`, kind: 'number', direction, nulls: 'none' });

const source = (keys: readonly SortKey[]): BlockSource<{ id: number }> => ({
  order: 'o',
  keys,
  select: ({ condition, order, limit, cursor }) => sql`SELECT id, ${cursor} AS cursor FROM beads WHERE ${condition} ORDER BY ${order} ${limit}`,
  count: (most) => sql`SELECT count(*) AS total FROM (SELECT 1 FROM beads LIMIT ${most}) counted`,
});
const idsOf = (block: { data: { id: number }[] }): number[] => block.data.map((row) => row.id);

const orders: [string, SortKey[]][] = [
  ['id', [id('asc')]],
  ['numbers, downwards', [size('desc'), id('desc')]],
  ['flags one way and ids the other', [isRed('desc'), id('asc')]],
  ['names, those without last', [name('asc', 'last'), id('asc')]],
  ['names downwards, those without first', [name('desc', 'first'), id('desc')]],
  ['names downwards, those without last', [name('desc', 'last'), id('desc')]],
  ['names, those without first', [name('asc', 'first'), id('desc')]],
  ['instants, then names', [madeAt('desc', 'last'), name('asc', 'first'), size('asc'), id('asc')]],
];

describe.each(orders)('in the order of %s', (_order, keys) => {
  test('blocks of any length, down and up again, hold every row once', async () => {
    const whole = idsOf(await readBlock(db, { skip: 0, limit: 500 }, source(keys)));
    expect(new Set(whole).size).toBe(ROWS);
    const random = createRandom(7).below;
    let block = await readBlock(db, { skip: 0, limit: 11 }, source(keys));
    expect(block).toMatchObject({ cursors: { before: null }, total: { count: ROWS, is_more: false } });
    const down = idsOf(block);
    while (block.cursors.after !== null) {
      block = await readBlock(db, { after: block.cursors.after, skip: 0, limit: 1 + random(40) }, source(keys));
      expect(block.total).toBeNull();
      down.push(...idsOf(block));
    }
    expect(down).toEqual(whole);
    const up = idsOf(block);
    while (block.cursors.before !== null) {
      block = await readBlock(db, { before: block.cursors.before, skip: 0, limit: 1 + random(40) }, source(keys));
      up.unshift(...idsOf(block));
    }
    expect(up).toEqual(whole);
  });

  test('a block in the middle leads both ways', async () => {
    const whole = idsOf(await readBlock(db, { skip: 0, limit: 500 }, source(keys)));
    const middle = await readBlock(db, { skip: 100, limit: 20 }, source(keys));
    expect(idsOf(middle)).toEqual(whole.slice(100, 120));
    expect(idsOf(await readBlock(db, { after: middle.cursors.after!, skip: 0, limit: 20 }, source(keys)))).toEqual(whole.slice(120, 140));
    expect(idsOf(await readBlock(db, { before: middle.cursors.before!, skip: 0, limit: 20 }, source(keys)))).toEqual(whole.slice(80, 100));
  });
});

test('rows that come or go above a cursor neither repeat nor hide others, and its own row may go', async () => {
  const keys = [size('asc'), id('asc')];
  const first = await readBlock(db, { skip: 0, limit: 10 }, source(keys));
  const next = idsOf(await readBlock(db, { after: first.cursors.after!, skip: 0, limit: 10 }, source(keys)));
  await sql`INSERT INTO beads VALUES (-1, 'new', 0, NULL, true)`.execute(db);
  await sql`DELETE FROM beads WHERE id = ${first.data.at(-1)!.id}`.execute(db);
  expect(idsOf(await readBlock(db, { after: first.cursors.after!, skip: 0, limit: 10 }, source(keys)))).toEqual(next);
});

test('past the end there is nothing, and the way back is known', async () => {
  const past = await readBlock(db, { skip: 100_000, limit: 10 }, source([id('asc')]));
  expect(past).toMatchObject({ data: [], cursors: { after: null } });
  const last = await readBlock(db, { skip: ROWS - 5, limit: 5 }, source([id('asc')]));
  expect(last.cursors.after).toBeNull();
});
