import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileList } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, giveRights, pngOf, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../../testing/index.ts';
import { type Uploader, uploadersOf } from '../testing/upload.ts';
import { createFileStorage } from '../storage/index.ts';
import { deleteAbandonedUploads } from './index.ts';

let app: TestApp;
let scenario: Scenario;
let as: (person: Pick<TestPerson, 'token'>) => Uploader;
let schoolId: number;
let teacher: TestPerson;
let other: TestPerson;
/** A picture of 300 KB. The bytes after its end are ignored but sent anyway. */
const PICTURE = Buffer.concat([pngOf(4), randomBytes(300_000)]);

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  teacher = await scenario.person('teachers', schoolId);
  other = await scenario.person('teachers', schoolId);
  as = await uploadersOf(app);
});
afterAll(() => app.close());

const locationOf = (reply: { headers: Headers }): string => reply.headers.get('location') as string;
const uploadFolder = () => path.join(app.dataDir, 'uploads');
const stagedFiles = () => readdir(uploadFolder()).catch(() => []);
const sizeOnDisk = async (location: string) => (await stat(path.join(uploadFolder(), path.basename(location)))).size;
const bytesAt = async (url: string) => Buffer.from(await (await fetch(new URL(url, await app.listen()))).arrayBuffer());

describe('an upload in pieces', () => {
  test('[Q130] becomes a file of whoever began it, byte for byte, and leaves nothing behind', async () => {
    const reply = await as(teacher).upload('Bild.png', PICTURE, 3);
    expect(reply).toMatchObject({
      status: 200,
      body: { status: 'success', file: { name: 'Bild.png', type: 'image/png', kind: 'image', byte_size: PICTURE.length } },
    });
    expect(reply.headers.get('content-type')).toContain('application/json');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await bytesAt(reply.body.file.url)).equals(PICTURE)).toBe(true);
    expect(await stagedFiles()).toEqual([]);
    const row = await app.db.selectFrom('files').selectAll().where('id', '=', reply.body.file.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ account_id: teacher.accountId, school_id: schoolId, name: 'Bild.png' });
    expect(row.sha256.equals(createHash('sha256').update(PICTURE).digest())).toBe(true);
  });

  test('goes on where the line broke in the middle of a piece', async () => {
    const uploads = as(teacher);
    const location = locationOf(await uploads.begin('broken.png', PICTURE.length));
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(PICTURE.subarray(0, 100_000)));
      },
      async pull() {
        await expect.poll(() => sizeOnDisk(location)).toBeGreaterThan(0);
        throw new Error('the line broke');
      },
    });
    await expect(uploads.send(location, 0, broken)).rejects.toThrow();
    const { status, headers } = await uploads.ask(location);
    expect(status).toBe(200);
    const offset = Number(headers.get('upload-offset'));
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThanOrEqual(100_000);
    const reply = await uploads.send(location, offset, PICTURE.subarray(offset));
    expect((await bytesAt(reply.body.file.url)).equals(PICTURE)).toBe(true);
  });

  test('a piece sent twice changes nothing', async () => {
    const uploads = as(teacher);
    const location = locationOf(await uploads.begin('twice.png', PICTURE.length));
    await uploads.send(location, 0, PICTURE.subarray(0, 1000));
    expect((await uploads.send(location, 0, PICTURE.subarray(0, 1000))).status).toBe(409);
    expect((await uploads.ask(location)).headers.get('upload-offset')).toBe('1000');
    const reply = await uploads.send(location, 1000, PICTURE.subarray(1000));
    expect((await bytesAt(reply.body.file.url)).equals(PICTURE)).toBe(true);
  });

  test('[Q440] begun twice under one Idempotency-Key is one upload, and finished twice is one file', async () => {
    const uploads = as(teacher);
    const key = { 'idempotency-key': 'one-and-the-same' };
    const first = await uploads.begin('once.png', PICTURE.length, key);
    expect(first.status).toBe(201);
    const again = await uploads.begin('once.png', PICTURE.length, key);
    expect([again.status, locationOf(again)]).toEqual([201, locationOf(first)]);
    expect((await uploads.begin('once.png', 5, key)).body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const sent = await uploads.send(locationOf(first), 0, PICTURE);
    const [one, two] = await Promise.all([uploads.finish(locationOf(first)), uploads.finish(locationOf(first))]);
    expect([one.body.file.id, two.body.file.id]).toEqual([sent.body.file.id, sent.body.file.id]);
    expect(locationOf(await as(other).begin('once.png', PICTURE.length, key))).not.toBe(locationOf(first));
  });

  test('[B127] whoever did not hear that it is finished is told that all of it is here, and finishing gives the file', async () => {
    const uploads = as(teacher);
    const location = locationOf(await uploads.begin('unheard.png', PICTURE.length));
    const sent = await uploads.send(location, 0, PICTURE);
    const { status, headers } = await uploads.ask(location);
    expect([status, headers.get('upload-offset'), headers.get('upload-length')]).toEqual([200, String(PICTURE.length), String(PICTURE.length)]);
    expect([headers.get('tus-resumable'), headers.get('cache-control')]).toEqual(['1.0.0', 'no-store']);
    expect((await uploads.finish(location)).body.file.id).toBe(sent.body.file.id);
    expect((await as(other).ask(location)).status).toBe(404);
  });

  test('[B272] of bytes that were there before names the earlier file of the same person, and takes the new one all the same', async () => {
    const bytes = pngOf(77);
    const finish = async (person: TestPerson, name: string) => {
      const uploads = as(person);
      const location = locationOf(await uploads.begin(name, bytes.length));
      await uploads.send(location, 0, bytes);
      return (await uploads.finish(location)).body;
    };
    const first = await finish(teacher, 'first.png');
    expect(first.same).toBeNull();
    const copy = await finish(teacher, 'copy.png');
    expect([copy.file.name, copy.same.id, copy.same.name]).toEqual(['copy.png', first.file.id, 'first.png']);
    expect(copy.file.id).not.toBe(first.file.id);
    expect((await finish(other, 'theirs.png')).same).toBeNull(); // files of others are not revealed
    await app.db.updateTable('files').set({ archived_at: new Date() }).where('id', 'in', [first.file.id, copy.file.id]).execute();
    expect((await finish(teacher, 'again.png')).same).toBeNull(); // a deleted one is not offered
  });

  test('several at once do not disturb each other', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) => as(teacher).upload(`${index}.png`, Buffer.concat([PICTURE, Buffer.from([index])]), 2)),
    );
    for (const [index, reply] of replies.entries()) expect((await bytesAt(reply.body.file.url)).at(-1)).toBe(index);
  });

  test('can be given up', async () => {
    const uploads = as(teacher);
    const location = locationOf(await uploads.begin('away.png', PICTURE.length));
    await uploads.send(location, 0, PICTURE.subarray(0, 10));
    expect((await uploads.cancel(location)).status).toBe(204);
    expect((await uploads.ask(location)).status).toBe(404);
    expect(await stagedFiles()).not.toContain(location.split('/').at(-1));
  });
});

describe('what is refused', () => {
  test('[K321] [Q290] one byte more than 50 MB, before anything is sent; exactly 50 MB may begin', async () => {
    const refused = await as(teacher).begin('large.png', 52_428_801);
    expect(refused).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED', errors: { files: ['File exceeds the 50MB size limit.'] } } });
    const accepted = await as(teacher).begin('large.png', 52_428_800);
    expect(accepted.status).toBe(201);
    await as(teacher).cancel(locationOf(accepted));
  });

  test('[K320] [Q289] what is neither image, audio, video nor PDF, with the last piece, and nothing of it stays', async () => {
    const before = await stagedFiles();
    const reply = await as(teacher).upload('holiday.png', Buffer.from('<html><script>alert(1)</script></html>'));
    expect(reply).toMatchObject({ status: 422, body: { errors: { files: ['Only images, audio, video, and PDF files are allowed.'] } } });
    expect(await stagedFiles()).toEqual(before);
  });

  test('more bytes than were announced', async () => {
    const uploads = as(teacher);
    const location = locationOf(await uploads.begin('short.png', 10));
    expect((await uploads.send(location, 0, PICTURE)).status).toBe(413);
    expect(Number((await uploads.ask(location)).headers.get('upload-offset'))).toBe(0);
    await uploads.cancel(location);
  });

  test('[B126] one byte more than is left: what was there stays, and the right bytes finish it', async () => {
    const uploads = as(teacher);
    const location = locationOf(await uploads.begin('exact.png', PICTURE.length));
    expect((await uploads.send(location, 0, PICTURE.subarray(0, 10))).status).toBe(204);
    expect((await uploads.send(location, 10, Buffer.concat([PICTURE.subarray(10), Buffer.from('x')]))).status).toBe(413);
    expect(Number((await uploads.ask(location)).headers.get('upload-offset'))).toBe(10);
    const finished = await uploads.send(location, 10, PICTURE.subarray(10));
    expect(finished.status).toBe(200);
    expect(await bytesAt(finished.body.file.url)).toEqual(PICTURE);
  });

  test('[B126] a stream of unknown length that runs over: nothing of it stays, and the right bytes finish it', async () => {
    const uploads = as(teacher);
    const location = locationOf(await uploads.begin('stream.png', PICTURE.length));
    expect((await uploads.send(location, 0, PICTURE.subarray(0, 10))).status).toBe(204);
    // the first piece is within the limit and on the disk before the second one arrives
    const running = new ReadableStream({
      async start(controller) {
        controller.enqueue(new Uint8Array(PICTURE.subarray(10, 60)));
        await expect.poll(() => sizeOnDisk(location)).toBe(60);
        controller.enqueue(new Uint8Array(PICTURE.length));
        controller.close();
      },
    });
    expect((await uploads.send(location, 10, running)).status).toBe(413);
    expect(Number((await uploads.ask(location)).headers.get('upload-offset'))).toBe(10);
    expect((await uploads.send(location, 10, PICTURE.subarray(10))).status).toBe(200);
  });

  test.each([
    ['no length', { 'upload-length': '' }, 400],
    ['a length that is none', { 'upload-length': 'many' }, 400],
    ['a length to be told later', { 'upload-length': '', 'upload-defer-length': '1' }, 501],
    ['another version of the protocol', { 'tus-resumable': '0.2.2' }, 400],
  ])('%s', async (_, headers, status) => {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
    const reply = await fetch(new URL('/api/files/uploads', await app.listen()), {
      method: 'POST',
      headers: { authorization: `Bearer ${teacher.token}`, 'tus-resumable': '1.0.0', ...sent },
    });
    expect(reply.status).toBe(status);
  });

  test('finishing before all is here', async () => {
    const location = locationOf(await as(teacher).begin('half.png', 100));
    expect((await as(teacher).finish(location)).body).toMatchObject({ code: 'UPLOAD_UNFINISHED' });
    await as(teacher).cancel(location);
  });

  test('a person whose files take up all the space', async () => {
    const full = await scenario.person('student', schoolId);
    await app.db
      .insertInto('files')
      .values({
        account_id: full.accountId,
        school_id: schoolId,
        name: 'x',
        mime_type: 'video/mp4',
        byte_size: 1_999_999_000,
        sha256: Buffer.alloc(32),
        storage_key: 'none/1',
      })
      .execute();
    expect((await as(full).begin('more.png', 1_001)).body).toMatchObject({ code: 'FILE_SPACE_FULL', params: { megabytes: 2000 } });
    expect((await as(full).begin('more.png', 1_000)).status).toBe(201);
    expect((await as(full).begin('more.png', 1)).body).toMatchObject({ code: 'FILE_SPACE_FULL' });
    expect((await as(full).form([{ name: 'a.png', bytes: pngOf(1) }])).body).toMatchObject({ code: 'FILE_SPACE_FULL' });
  });

  test('a hundred uploads under way are enough', async () => {
    const hasty = await scenario.person('student', schoolId);
    await app.db
      .insertInto('file_uploads')
      .values(Array.from({ length: 100 }, () => ({ id: randomBytes(32).toString('base64url'), account_id: hasty.accountId, name: 'x', byte_size: 1 })))
      .execute();
    expect((await as(hasty).begin('more.png', 1)).status).toBe(422);
  });

  test('whoever has no right to upload, and nobody at all', async () => {
    const guest = await scenario.person('teachers', schoolId);
    await app.db.deleteFrom('account_roles').where('account_id', '=', guest.accountId).execute();
    await giveRights(app.db, guest.accountId, ['files:view']);
    expect((await as(guest).begin('a.png', 5)).body).toMatchObject({ code: 'NOT_ALLOWED' });
    expect((await as(guest).form([{ name: 'a.png', bytes: pngOf(1) }])).body).toMatchObject({ code: 'NOT_ALLOWED' });
    expect((await as({ token: 'nobody' }).begin('a.png', 5)).status).toBe(401);
  });
});

test('[B069] to anybody else an upload does not exist', async () => {
  const location = locationOf(await as(teacher).begin('mine.png', PICTURE.length));
  await as(teacher).send(location, 0, PICTURE.subarray(0, 10));
  const admin = await scenario.person('admin', null);
  for (const person of [other, admin]) {
    const uploads = as(person);
    expect((await uploads.ask(location)).status).toBe(404);
    expect((await uploads.send(location, 10, PICTURE.subarray(10))).body).toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
    expect((await uploads.finish(location)).body).toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
    expect((await uploads.cancel(location)).status).toBe(404);
  }
  expect((await as({ token: 'none' }).ask(location)).status).toBe(401);
  expect((await as(teacher).ask(location)).headers.get('upload-offset')).toBe('10');
});

test.each(['..%2f..%2fstorage', 'a', `${'a'.repeat(42)}%2f`, `${'a'.repeat(43)}%00`])('no upload is called %s', async (name) => {
  const uploads = as(teacher);
  expect((await uploads.ask(`/api/files/uploads/${name}`)).status).toBe(404);
  expect((await uploads.send(`/api/files/uploads/${name}`, 0, Buffer.from('x'))).status).toBe(404);
  expect((await uploads.cancel(`/api/files/uploads/${name}`)).status).toBe(404);
});

test('what nobody finishes within a day is forgotten; a finished one stays a file', async () => {
  const fresh = await startTestApp();
  try {
    const people = createScenario(fresh);
    const person = await people.person('teachers', await people.school());
    const uploads = (await uploadersOf(fresh))(person);
    const { file } = (await uploads.upload('kept.png', PICTURE)).body;
    const left = locationOf(await uploads.begin('left.png', PICTURE.length));
    await uploads.send(left, 0, PICTURE.subarray(0, 10));
    const folder = path.join(fresh.dataDir, 'uploads');
    await deleteAbandonedUploads(fresh.db, createFileStorage(fresh.dataDir), [folder]);
    expect((await uploads.ask(left)).headers.get('upload-offset')).toBe('10');
    await fresh.clock.advanceMs(25 * 3_600_000);
    await deleteAbandonedUploads(fresh.db, createFileStorage(fresh.dataDir), [folder]);
    expect((await uploads.ask(left)).status).toBe(404);
    expect(await readdir(folder)).toEqual([]);
    expect((await person.call(fileList)).body.data).toMatchObject([{ id: file.id }]);
  } finally {
    await fresh.close();
  }
});
