import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { largeAnswer, rowsOf } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cloneDatabase, type TestDatabase } from '../../testing/database.ts';
import { connect, type Db } from '../database/index.ts';
import { appError } from '../errors.ts';
import { toOpenApi } from './openapi.ts';
import { createSmallServer, somebody } from './testing/small-server.ts';
import { type AskedTable, type HttpServer, implementLarge, readColumns, type TableText } from './index.ts';

const beads = largeAnswer({
  name: 'bead.all',
  path: '/beads',
  access: { resource: 'beads', action: 'view' },
  summary: 'All beads',
  query: z.object({ colour: z.string().optional(), most: z.coerce.number().default(1_000_000), spoilt: z.coerce.boolean().default(false) }),
  head: { title: z.string() },
  tables: {
    beads: { mostRows: 120_000, columns: { id: z.number().int(), colour: z.string(), size: z.number().nullable() } },
    strings: { mostRows: 10, columns: { name: z.string(), beads: z.array(z.number().nullable()) } },
  },
});
const bare = largeAnswer({
  name: 'bead.ids',
  path: '/beads/ids',
  access: { resource: 'beads', action: 'view' },
  summary: 'The ids of beads',
  tables: { beads: { mostRows: 5, columns: { id: z.number().int() } } },
});
const contract = [beads, bare];

let database: TestDatabase;
let db: Db;
let [here, there]: HttpServer[] = [];
/** Called when an answer lets others go first. */
let gap = async (): Promise<void> => undefined;
let versionsAsked = 0;
let tablesRead = 0;

/** Reads no beads, in two blocks. */
async function inBlocks(tx: Db, { columns, mostRows, pause }: AskedTable): Promise<TableText> {
  await pause();
  return readColumns(tx, sql`SELECT id, colour, size FROM beads WHERE false`, columns, mostRows);
}

function serve(options: { version?: string; checksCells?: boolean } = {}): HttpServer {
  return createSmallServer({
    db,
    ...options,
    contract,
    crowd: { add: () => undefined, gap: () => gap() },
    authenticate: async (token) => {
      if (!/^\d+$/.test(token)) throw appError('NOT_SIGNED_IN');
      return { ...somebody(Number(token)), rights: new Set(token === '9' ? [] : ['beads:view']) };
    },
    implementations: [
      implementLarge(beads, async ({ tx, input }) => {
        versionsAsked += 1;
        const { rows } = await sql<{ version: string }>`SELECT count(*)::text AS version FROM beads`.execute(tx);
        return {
          version: rows[0]!.version,
          cells: input.colour === 'many' ? 200_000 : 3,
          head: async () => {
            tablesRead += 1;
            return { title: 'Beads "of" glass' };
          },
          tables: {
            beads:
              input.colour === 'many'
                ? inBlocks
                : sql`SELECT id, ${input.spoilt ? sql`7` : sql`colour`} AS colour, size FROM beads WHERE ${input.colour ?? null}::text IS NULL OR colour = ${input.colour ?? null} ORDER BY id LIMIT ${input.most}`,
            strings: sql`SELECT 'red' AS name, json_build_array(1, NULL, 2.5) AS beads`,
          },
        };
      }),
      implementLarge(bare, async () => ({ version: null, tables: { beads: sql`SELECT id FROM beads ORDER BY id DESC` } })),
    ],
  });
}

beforeAll(async () => {
  database = await cloneDatabase();
  ({ db } = connect({ connection: database.connection, onError: () => undefined }));
  await sql`CREATE TABLE beads (id bigint PRIMARY KEY, colour text NOT NULL, size numeric)`.execute(db);
  await sql`INSERT INTO beads VALUES (1, 'red', 1.5), (2, ${'blü "\n\\'}, NULL), (3, 'red', 3)`.execute(db);
  [here, there] = [serve(), serve()];
});
afterAll(async () => {
  for (const server of [here, there]) await server?.app.close();
  await db.destroy();
  await database.drop();
});

async function get(url: string, { server = here!, token = '1', ...headers }: Record<string, unknown> = {}) {
  const reply = await (server as HttpServer).app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token as string}`, ...(headers as object) } });
  return {
    status: reply.statusCode,
    headers: reply.headers,
    raw: reply.rawPayload,
    body: reply.headers['content-encoding'] || reply.body === '' ? null : reply.json(),
  };
}

describe('a large answer', () => {
  test('[B2937] of very many cells stands back between its blocks while others call, and neither smaller ones nor those that the caller has wait for it', async () => {
    const waiting: (() => void)[] = [];
    gap = () => new Promise((resolve) => waiting.push(resolve));
    const sent: string[] = [];
    const first = get('/beads?colour=many').finally(() => sent.push('first'));
    while (waiting.length === 0) await sleep(5);
    const second = get('/beads?colour=many&most=7').finally(() => sent.push('second'));
    expect((await get('/beads')).status).toBe(200);
    expect([sent, waiting.length]).toEqual([[], 1]); // the second one waits for its turn
    waiting[0]!();
    const { status, headers } = await first;
    while (waiting.length === 1) await sleep(5);
    expect((await get('/beads?colour=many', { 'if-none-match': headers['etag'] })).status).toBe(304);
    waiting[1]!();
    expect([status, (await second).status, sent]).toEqual([200, 200, ['first', 'second']]);
    gap = async () => undefined;
  });

  test('has the columns of each table beside its head, in the order of its rows', async () => {
    const { status, body, headers } = await get('/beads');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      title: 'Beads "of" glass',
      beads: { rows: 3, columns: { id: [1, 2, 3], colour: ['red', 'blü "\n\\', 'red'], size: [1.5, null, 3] } },
      strings: { rows: 1, columns: { name: ['red'], beads: [[1, null, 2.5]] } },
    });
    expect(rowsOf(beads.response.parse(body).beads).at(1)).toEqual({ id: 2, colour: 'blü "\n\\', size: null });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding, Authorization',
    });
  });

  test('without rows has empty columns', async () => {
    expect((await get('/beads?colour=none')).body.beads).toEqual({ rows: 0, columns: { id: [], colour: [], size: [] } });
  });

  test.each([
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ])('is compressed for whoever takes %s, and says the same', async (accepted, coding, open) => {
    const { headers, raw } = await get('/beads', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(coding);
    expect(JSON.parse(open(raw).toString())).toEqual((await get('/beads')).body);
  });

  test('that would have more rows than declared is refused, not cut off', async () => {
    await sql`INSERT INTO beads SELECT n, 'green', n FROM generate_series(4, 5) n`.execute(db);
    expect((await get('/beads/ids')).body.beads).toEqual({ rows: 5, columns: { id: [5, 4, 3, 2, 1] } });
    await sql`INSERT INTO beads VALUES (6, 'green', 6)`.execute(db);
    expect(await get('/beads/ids')).toMatchObject({ status: 422, body: { code: 'ANSWER_TOO_LARGE' } });
    await sql`DELETE FROM beads WHERE id > 3`.execute(db);
  });

  test('of 100,000 rows arrives whole', { timeout: 60_000 }, async () => {
    await sql`INSERT INTO beads SELECT n, 'Glass bead number ' || n, n FROM generate_series(4, 100000) n`.execute(db);
    const lean = serve({ checksCells: false });
    const { raw } = await get('/beads', { server: lean, 'accept-encoding': 'gzip' });
    await lean.app.close();
    const { beads: table } = beads.response.parse(JSON.parse(gunzipSync(raw).toString()));
    expect(table.rows).toBe(100_000);
    expect(table.columns.colour.at(-1)).toBe('Glass bead number 100000');
    await sql`DELETE FROM beads WHERE id > 3`.execute(db);
  });

  test('whose cells are not as declared fails in tests and development', async () => {
    expect(await get('/beads?spoilt=1')).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
    const lean = serve({ checksCells: false });
    expect(await get('/beads?spoilt=1', { server: lean })).toMatchObject({ status: 200, body: { beads: { columns: { colour: [7, 7, 7] } } } });
    await lean.app.close();
  });

  test('is for those alone who may see it', async () => {
    expect(await get('/beads', { token: '9' })).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } });
    expect(await get('/beads', { token: 'x' })).toMatchObject({ status: 401 });
    const { headers } = await get('/beads');
    expect(await get('/beads', { token: '9', 'if-none-match': headers.etag })).toMatchObject({ status: 403 });
    expect(await get('/beads?most=x')).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } });
  });
});

describe('its ETag', () => {
  test('spares whoever has the answer all but the version', async () => {
    const { headers } = await get('/beads');
    const before = { versionsAsked, tablesRead };
    const again = await get('/beads', { 'if-none-match': headers.etag });
    expect(again).toMatchObject({ status: 304, body: null });
    expect(again.raw).toHaveLength(0);
    expect(again.headers).toMatchObject({ etag: headers.etag, 'cache-control': 'private, no-cache' });
    expect({ versionsAsked, tablesRead }).toEqual({ versionsAsked: before.versionsAsked + 1, tablesRead: before.tablesRead });
  });

  test('is the same from every process, compressed or not', async () => {
    const [one, two, three] = [await get('/beads'), await get('/beads', { server: there }), await get('/beads', { server: there, 'accept-encoding': 'gzip' })];
    expect(one.headers.etag).toMatch(/^W\/"[\w-]{43}"$/);
    expect([two.headers.etag, three.headers.etag]).toEqual([one.headers.etag, one.headers.etag]);
  });

  test('is another one after a change, for another question, for another person and of another version of the product', async () => {
    const { headers } = await get('/beads');
    const newer = serve({ version: '2' });
    const others = [await get('/beads?colour=red'), await get('/beads', { token: '2' }), await get('/beads', { server: newer })];
    await newer.app.close();
    await sql`INSERT INTO beads VALUES (4, 'red', 4)`.execute(db);
    const changed = await get('/beads', { 'if-none-match': headers.etag });
    expect(changed).toMatchObject({ status: 200, body: { beads: { rows: 4 } } });
    const tags = [headers.etag, changed.headers.etag, ...others.map((reply) => reply.headers.etag)];
    expect(new Set(tags).size).toBe(tags.length);
    await sql`DELETE FROM beads WHERE id > 3`.execute(db);
  });

  test('is missing where no version is known, and then the answer is always sent', async () => {
    const { headers } = await get('/beads/ids');
    expect(headers.etag).toBeUndefined();
    expect((await get('/beads/ids', { 'if-none-match': '*' })).status).toBe(200);
  });
});

test('OpenAPI says what is in the columns, and that there may be nothing new', () => {
  const { paths } = toOpenApi(contract, '1') as { paths: Record<string, Record<string, any>> };
  const { parameters, responses, 'x-access': access } = paths['/api/beads']!.get!;
  expect(access).toEqual({ resource: 'beads', action: 'view' });
  expect(parameters.map(({ name }: { name: string }) => name)).toContain('If-None-Match');
  expect(responses).toHaveProperty('304');
  expect(responses['422'].description).toContain('ANSWER_TOO_LARGE');
  expect(responses['200'].content['application/json'].schema.properties.beads.properties.columns.properties.colour).toMatchObject({
    type: 'array',
    items: { type: 'string' },
  });
});
