import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appNow } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { getInstallation } from '../../../queries.ts';
import { pngOf, startTestApp, type TestApp } from '../../../testing/index.ts';
import { createFileLinks, createFileStorage, type FileLinks, storeFile } from './index.ts';

let app: TestApp;
let links: FileLinks;
/** A small picture, padded so that it is read in pieces. */
const BYTES = Buffer.concat([pngOf(8), Buffer.alloc(300_000, 'classwright ')]);

const store = (name: string, bytes: Uint8Array = BYTES) =>
  inTransaction(app.db, (tx) => storeFile(tx, createFileStorage(app.dataDir), { ownerId: null, schoolId: null, name, bytes }));
const urlOf = async (id: number): Promise<string> => links.at(await appNow(app.db))(id);
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => app.server.app.inject({ method, url, headers });

beforeAll(async () => {
  app = await startTestApp();
  links = createFileLinks((await getInstallation(app.db)).linkSecret);
});
afterAll(() => app.close());

test('[B320] whoever holds the address reads the file, without signing in, shown in place and kept for five minutes', async () => {
  const reply = await get(await urlOf(await store('Messwerte (März) ’26.png')));
  expect(reply.statusCode).toBe(200);
  expect(reply.rawPayload.equals(BYTES)).toBe(true);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(BYTES.length),
    'accept-ranges': 'bytes',
    etag: `"${createHash('sha256').update(BYTES).digest('hex')}"`,
    'content-disposition': "inline; filename*=UTF-8''Messwerte%20%28M%C3%A4rz%29%20%E2%80%9926.png",
  });
  expect(reply.headers['cache-control']).toBe('private, max-age=300');
});

test('[B320] what is fetched to be kept elsewhere stays in no cache', async () => {
  const { headers } = await get(
    await urlOf(await store('circuit.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8"/></svg>'))),
  );
  expect(headers['content-disposition']).toContain('attachment');
  expect(headers['cache-control']).toBe('no-store');
});

test('[Q441] a file runs nothing, loads nothing, and only our own pages may frame it', async () => {
  const { headers } = await get(await urlOf(await store('a.png')));
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/default-src 'none'/);
  expect(policy).toMatch(/(^|; )sandbox(;|$)/);
  expect(policy).toMatch(/frame-ancestors 'self'/);
  expect(policy).not.toContain('script');
});

describe('[B069] an address that is not right', () => {
  test.each([
    ['of another file', (url: string, other: string) => url.replace(/\d+(?=\?)/, /\/files\/(\d+)/.exec(other)![1]!)],
    ['with a changed signature', (url: string) => `${url.slice(0, -4)}AAAA`],
    ['with a later time', (url: string) => url.replace(/expires=(\d+)/, (_, seconds: string) => `expires=${Number(seconds) + 3600}`)],
    ['without signature', (url: string) => url.replace(/&signature=.*/, '')],
    ['without time', (url: string) => url.replace(/expires=\d+&/, '')],
    ['with two signatures', (url: string) => `${url}&signature=x`],
    ['with a number that is none', (url: string) => url.replace(/\d+(?=\?)/, '1e3')],
    ['with a path in place of the number', (url: string) => url.replace(/\d+(?=\?)/, '..%2f..%2finstallation')],
  ])('%s looks as if there were no file', async (_, change) => {
    const [url, other] = [await urlOf(await store('a.png')), await urlOf(await store('b.png'))];
    const reply = await get(change(url, other));
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ status: 'error', code: 'FILE_NOT_FOUND' });
  });

  test('for a file whose bytes are gone is 404, and nothing of the file’s headers is left', async () => {
    const id = await store('lost.png');
    const { storage_key } = await app.db.selectFrom('files').select('storage_key').where('id', '=', id).executeTakeFirstOrThrow();
    await createFileStorage(app.dataDir).remove(storage_key);
    const reply = await get(await urlOf(id), { range: 'bytes=0-7' });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(reply.headers['content-type']).toContain('application/json');
    expect(reply.headers['cache-control']).toBe('no-store');
    for (const name of ['etag', 'content-range', 'content-disposition']) expect(reply.headers[name]).toBeUndefined();
  });

  test('for a file that does not exist, or is archived, is 404 though it was signed', async () => {
    expect((await get(await urlOf(999_999))).statusCode).toBe(404);
    const id = await store('old.png');
    await app.db.updateTable('files').set({ archived_at: new Date() }).where('id', '=', id).execute();
    expect((await get(await urlOf(id))).json()).toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});

describe('part of a file', () => {
  test.each([
    ['the beginning', 'bytes=0-7', 0, 7],
    ['a piece across the edges of what is read at once', 'bytes=65530-131080', 65_530, 131_080],
    ['the end', 'bytes=-5', BYTES.length - 5, BYTES.length - 1],
    ['all from one byte on', 'bytes=299990-', 299_990, BYTES.length - 1],
  ])('%s', async (_, range, start, end) => {
    const reply = await get(await urlOf(await store('a.png')), { range });
    expect(reply.statusCode).toBe(206);
    expect(reply.headers['content-range']).toBe(`bytes ${start}-${end}/${BYTES.length}`);
    expect(reply.headers['content-length']).toBe(String(end - start + 1));
    expect(reply.rawPayload.equals(BYTES.subarray(start, end + 1))).toBe(true);
  });

  test('outside the file is 416 with the size', async () => {
    const reply = await get(await urlOf(await store('a.png')), { range: `bytes=${BYTES.length}-` });
    expect(reply.statusCode).toBe(416);
    expect(reply.headers['content-range']).toBe(`bytes */${BYTES.length}`);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('of a file that has changed meanwhile is the whole file', async () => {
    const url = await urlOf(await store('a.png'));
    expect((await get(url, { range: 'bytes=0-7', 'if-range': '"another"' })).statusCode).toBe(200);
    const { etag } = (await get(url)).headers;
    expect((await get(url, { range: 'bytes=0-7', 'if-range': String(etag) })).statusCode).toBe(206);
  });
});

test('a browser that has the file already is told so', async () => {
  const url = await urlOf(await store('a.png'));
  const { etag } = (await get(url)).headers;
  const reply = await get(url, { 'if-none-match': `"other", W/${String(etag)}` });
  expect(reply.statusCode).toBe(304);
  expect(reply.rawPayload).toHaveLength(0);
});

test('HEAD answers the headers of GET and no content', async () => {
  const url = await urlOf(await store('a.png'));
  const reply = await get(url, {}, 'HEAD');
  expect(reply.statusCode).toBe(200);
  expect(reply.rawPayload).toHaveLength(0);
  expect(reply.headers).toMatchObject({ 'content-type': 'image/png', 'content-length': String(BYTES.length), etag: (await get(url)).headers.etag });
});

describe('storing', () => {
  test('refuses what is none of the accepted types, whatever its name says', async () => {
    await expect(store('cat.png', Buffer.from('<svg onload="alert(1)"/>'))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { file: [expect.any(String)] },
    });
  });

  test.each([
    ['../../etc/passwd', 'passwd.png'],
    ['C:\\Users\\me\\map.png', 'map.png'],
    ['a\u0000\u202Egpj.png', 'agpj.png'],
    ['..', 'file.png'],
    ['', 'file.png'],
  ])('keeps of the name %j only what can be shown: %s', async (name, shown) => {
    const row = await app.db
      .selectFrom('files')
      .select(['name', 'storage_key', 'byte_size'])
      .where('id', '=', await store(name))
      .executeTakeFirstOrThrow();
    expect(row.name).toBe(shown);
    expect(row.storage_key).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{32}$/);
    expect(row.byte_size).toBe(BYTES.length);
  });
});

test('an address stops working when its time is over, and says so', async () => {
  const url = await urlOf(await store('a.png'));
  await app.clock.advanceMs(7_200_000);
  const reply = await get(url);
  expect(reply.statusCode).toBe(403);
  expect(reply.json()).toMatchObject({ status: 'error', code: 'LINK_EXPIRED' });
});
