import { connect as connectTo } from 'node:net';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endpoint, optionalFiles, id, oneFile, text } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { cloneDatabase, type TestDatabase } from '../../testing/database.ts';
import { toFilesForm, toForm } from '../../testing/build-app.ts';
import { connect, type Db } from '../database/index.ts';
import { appError } from '../errors.ts';
import { type HttpServer, implement } from './index.ts';
import { createSmallServer, somebody } from './testing/small-server.ts';

const MAX_FILE_BYTES = 1024 * 1024;
let made = 0;
const exhibitAdd = endpoint({
  name: 'exhibit.add',
  method: 'POST',
  path: '/exhibits',
  access: 'signed-in',
  summary: 'Add an exhibit',
  body: z.object({
    title: text({ label: 'Title', max: 40 }),
    room_id: id('Room').optional(),
    parts: z.array(z.object({ name: z.string() })).default([]),
    tag: z.array(z.string()).default([]),
    note: z.union([z.string(), z.object({ type: z.literal('doc') })]).optional(),
  }),
  files: optionalFiles(['parts', 'note'], { files: 2, bytes: MAX_FILE_BYTES }),
  response: z.object({ made: z.number(), got: z.unknown(), files: z.array(z.object({ name: z.string(), size: z.number() })) }),
  errors: [],
});

const exhibitLarge = {
  ...exhibitAdd,
  name: 'exhibit.large',
  path: '/exhibits/large',
  files: optionalFiles([], { files: 3, bytes: 50 * MAX_FILE_BYTES }),
} as const;

/** A call with one file, which is held in memory. */
const exhibitScan = {
  ...exhibitAdd,
  name: 'exhibit.scan',
  path: '/exhibits/scan',
  files: oneFile({ bytes: MAX_FILE_BYTES, required: 'files.required' }),
} as const;
/** A call with files only. */
const exhibitFiles = {
  ...exhibitAdd,
  name: 'exhibit.files',
  path: '/exhibits/files',
  files: {
    ...{ field: 'files', alias: 'file', required: 'files.required' },
    where: 'disk',
    max: { files: 2, bytes: MAX_FILE_BYTES, totalBytes: 2 * MAX_FILE_BYTES },
  },
} as const;
const exhibits = [exhibitAdd, exhibitLarge, exhibitScan, exhibitFiles];

let database: TestDatabase;
let db: Db;
let server: HttpServer;
let stagingFolder: string;
let leftBytes = Number.POSITIVE_INFINITY;
let onCall: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  database = await cloneDatabase();
  ({ db } = connect({ connection: database.connection, onError: () => undefined }));
  await sql`INSERT INTO accounts (id, account_type_id, email, email_key) VALUES (1, 3, 'a', 'a')`.execute(db);
  stagingFolder = await mkdtemp(path.join(tmpdir(), 'cw-forms-'));
  server = createSmallServer({
    db,
    stagingFolder,
    fileRoomOf: async () => ({ leftBytes, refusal: () => appError('FILE_SPACE_FULL', { megabytes: 1 }) }),
    authenticate: async () => somebody(1),
    contract: exhibits,
    implementations: [
      ...exhibits.map((declared) =>
        implement(declared, async ({ input, files }) => {
          await onCall();
          made += 1;
          return { made, got: input, files: files.map((file) => ({ name: file.name, size: 'bytes' in file ? file.bytes.length : file.byteSize })) };
        }),
      ),
    ],
  });
});
afterAll(async () => {
  await rm(stagingFolder, { recursive: true, force: true });
  await server.app.close();
  await db.destroy();
  await database.drop();
});

async function post(form: { payload: Buffer | string; headers: Record<string, string>; url?: string }, key?: string) {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/exhibits',
    ...form,
    headers: { authorization: 'Bearer t', ...form.headers, ...(key && { 'idempotency-key': key }) },
  });
  return { status: reply.statusCode, body: reply.json() };
}
const doc = { type: 'doc' };

test('a form says the same as JSON: nested fields are read as JSON, texts stay texts, files come along', async () => {
  const fields = { title: '[1]', room_id: 7, parts: [{ name: 'lamp' }], note: doc };
  const asForm = await post(toFilesForm([gif, { name: 'b.gif', bytes: Buffer.alloc(3) }], fields));
  expect(asForm).toMatchObject({
    status: 200,
    body: {
      got: { ...fields, tag: [] },
      files: [
        { name: 'lamp.gif', size: 6 },
        { name: 'b.gif', size: 3 },
      ],
    },
  });
  const asJson = await post({ payload: JSON.stringify(fields), headers: { 'content-type': 'application/json' } });
  expect(asJson.body).toMatchObject({ got: asForm.body.got, files: [] });
  expect((await post(toFilesForm([], { title: 'A', note: '{ not JSON' }))).body.got.note).toBe('{ not JSON');
});

const gif = { name: 'C:\\pictures\\lamp.gif', bytes: Buffer.from('GIF89a') };
const tooLarge = { name: 'x', bytes: Buffer.alloc(MAX_FILE_BYTES + 1) };
const FIELDS = { title: 'A' };
test.each<[string, string, Parameters<typeof post>[0], number, Record<string, string[]> | undefined]>([
  ['one file: it is there', '/scan', toForm(gif, FIELDS), 200, undefined],
  ['one file: none', '/scan', toFilesForm([], FIELDS), 422, { file: ['Select Files to Upload'] }],
  ['one file: in another field', '/scan', toFilesForm([gif], FIELDS), 422, { file: ['Select Files to Upload'] }],
  ['one file: JSON', '/scan', { payload: '{}', headers: { 'content-type': 'application/json' } }, 422, { file: ['Select Files to Upload'] }],
  ['one file: two', '/scan', toFilesForm([gif, gif], FIELDS), 413, undefined],
  ['one file: too large', '/scan', toForm(tooLarge, FIELDS), 413, undefined],
  ['files: two', '/files', toFilesForm([gif, gif], FIELDS), 200, undefined],
  ['files: under their other name', '/files', toForm(gif, FIELDS), 200, undefined],
  ['files: none', '/files', toFilesForm([], FIELDS), 422, { files: ['Select Files to Upload'] }],
  ['files: three', '/files', toFilesForm([gif, gif, gif], FIELDS), 422, { files: [expect.stringContaining('2')] }],
  ['files: too large', '/files', toFilesForm([tooLarge], FIELDS), 422, { files: ['File exceeds the 1MB size limit.'] }],
  ['beside JSON: a name that every object has, gathered', '', toFilesForm([], { ...FIELDS, '__proto__[]': 'x' }), 400, undefined],
  [
    'beside JSON: fields of more bytes than a body has',
    '',
    toFilesForm([], Object.fromEntries(Array.from({ length: 70 }, (_, n) => [`f${n}`, 'x'.repeat(65_000)]))),
    413,
    undefined,
  ],
])('each kind of call with files is refused in its own words: %s', async (_, url, form, status, errors) => {
  const reply = await post({ ...form, url: `/api/exhibits${url}` });
  expect([reply.status, reply.body.errors]).toEqual([status, errors]);
  expect(await readdir(stagingFolder)).toEqual([]);
});

test('name[] gathers under the name; a field that would change what objects are is refused', async () => {
  const { payload, headers } = toFilesForm([], { title: 'A', 'tag[]': 'one' });
  const twice = payload.toString().replace(/(--\S+\r\n[^\r]*name="tag\[\]"\r\n\r\n)one\r\n/, '$1one\r\n$1two\r\n');
  expect((await post({ payload: twice, headers })).body.got).toEqual({ title: 'A', parts: [], tag: ['one', 'two'] });
  expect((await post({ payload: twice.replace('"title"', '"__proto__"'), headers })).status).toBe(400);
});

test('[B067] too large a file, too many, a file under another name, a broken form and a field that is wrong are each refused', async () => {
  const large = { name: 'x', bytes: Buffer.alloc(MAX_FILE_BYTES + 1) };
  expect(await post(toFilesForm([large], { title: 'A' }))).toMatchObject({ status: 422, body: { errors: { files: ['File exceeds the 1MB size limit.'] } } });
  expect((await post(toFilesForm([gif, gif, gif], { title: 'A' }))).status).toBe(413);
  expect(await post(toForm(gif, { title: 'A' }))).toMatchObject({
    status: 422,
    body: { errors: { files: ['Send files under files[], not under file.'] } },
  });
  const { payload, headers } = toFilesForm([gif], { title: 'A' });
  expect((await post({ payload: payload.subarray(0, 150), headers })).status).toBe(400);
  expect((await post(toFilesForm([], { title: 'x'.repeat(70_000) }))).status).toBe(413);
  expect(await post(toFilesForm([gif], { title: '' }))).toMatchObject({ status: 422, body: { errors: { title: ['Title is required'] } } });
});

test('[B125] files of a form are on disk while its call runs, and gone when it has ended, refused ones too', async () => {
  const staged = () => readdir(stagingFolder);
  onCall = async () => expect(await staged()).toHaveLength(2);
  expect((await post(toFilesForm([gif, gif], { title: 'A' }))).status).toBe(200);
  onCall = async () => Promise.reject(new Error('fails'));
  expect((await post(toFilesForm([gif], { title: 'A' }))).status).toBe(500);
  onCall = async () => undefined;
  expect((await post(toFilesForm([gif], { title: '' }))).status).toBe(422);
  expect(await staged()).toEqual([]);
});

test('[B125] a form of more than 64 MB is refused, although none of its files is too large', async () => {
  const large = { name: 'x', bytes: Buffer.alloc(25 * 1024 * 1024) };
  const send = (files: (typeof large)[]) => post({ ...toFilesForm(files, { title: 'A' }), url: '/api/exhibits/large' });
  expect((await send([large, large])).status).toBe(200);
  expect(await send([large, large, large])).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } });
  expect(await readdir(stagingFolder)).toEqual([]);
});

test('[B125] one person has two forms on their way at a time; a third is told to come back, and may when one is done', async () => {
  let proceed = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  let begun = 0;
  onCall = async () => {
    begun += 1;
    await held;
  };
  const both = [post(toFilesForm([gif], { title: 'A' })), post(toFilesForm([gif], { title: 'A' }))];
  await expect.poll(() => begun).toBe(2);
  const third = await post(toFilesForm([gif], { title: 'A' }));
  expect(third).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  proceed();
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
  onCall = async () => undefined;
  expect((await post(toFilesForm([gif], { title: 'A' }))).status).toBe(200);
});

test('under one Idempotency-Key a form takes effect once; with another file it is refused', async () => {
  const once = await post(toFilesForm([gif], { title: 'A' }), 'k1');
  expect((await post(toFilesForm([gif], { title: 'A' }), 'k1')).body.made).toBe(once.body.made);
  expect(await post(toFilesForm([{ ...gif, bytes: Buffer.from('GIF87a') }], { title: 'A' }), 'k1')).toMatchObject({ status: 409 });
});

/** Returns the response to a call whose body is only partly sent. */
async function answerTo(headers: Record<string, string>, beginning: string | Buffer): Promise<string> {
  await server.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined); // listening already
  const line = connectTo((server.app.server.address() as { port: number }).port, '127.0.0.1');
  const heads = { host: '127.0.0.1', authorization: 'Bearer t', 'content-type': 'multipart/form-data; boundary=x', ...headers };
  line.write(
    `POST /api/exhibits/large HTTP/1.1\r\n${Object.entries(heads)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  line.write(beginning);
  let answer = '';
  for await (const piece of line) if ((answer += String(piece)).includes('FILE_SPACE_FULL')) break;
  line.destroy();
  return answer;
}
const PART = '--x\r\ncontent-disposition: form-data; name="files[]"; filename="a.gif"\r\n\r\n';

test('[B124] a form that is longer than the room of its person is refused before any of it has come', async () => {
  leftBytes = MAX_FILE_BYTES;
  const made0 = made;
  expect(await answerTo({ 'content-length': String(30 * MAX_FILE_BYTES) }, '')).toMatch(/^HTTP\/1\.1 409 [^]*"code":"FILE_SPACE_FULL"/);
  expect([made, await readdir(stagingFolder)]).toEqual([made0, []]);
});

test('[B124] a form that does not say how long it is is refused with the first byte too many, and nothing of it stays', async () => {
  leftBytes = 100_000;
  const files = Buffer.concat([Buffer.from(`${PART}`), Buffer.alloc(60_000), Buffer.from(`\r\n${PART}`), Buffer.alloc(60_000)]);
  const chunk = Buffer.concat([Buffer.from(`${files.length.toString(16)}\r\n`), files, Buffer.from('\r\n')]);
  expect(await answerTo({ 'transfer-encoding': 'chunked' }, chunk)).toMatch(/^HTTP\/1\.1 409 [^]*"code":"FILE_SPACE_FULL"/);
  await expect.poll(() => readdir(stagingFolder)).toEqual([]);
});

test('[B124] files that take the room to its last byte are taken, and a repeat under their key says what the first call said', async () => {
  leftBytes = 6;
  const form = toFilesForm([gif], { title: 'Last' });
  const first = await post(form, 'last-room');
  expect(first.status).toBe(200);
  leftBytes = 0;
  expect(await post(form, 'last-room')).toEqual(first);
  expect(await post(form, 'another-key')).toMatchObject({ status: 409, body: { code: 'FILE_SPACE_FULL' } });
  expect((await post(toFilesForm([], { title: 'Without files' }))).status).toBe(200);
});
