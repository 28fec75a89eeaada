import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../../../testing/index.ts';
import { pngOf } from '../../../../testing/pictures.ts';
import { type Uploader, uploadersOf } from '../testing/upload.ts';

const PICTURE = Buffer.concat([pngOf(9), Buffer.alloc(600_000, 'p')]);

let app: TestApp;
let second: TestApp;
let teacher: TestPerson;
let [here, there]: [Uploader, Uploader] = [null as never, null as never];

beforeAll(async () => {
  app = await startTestApp();
  second = await app.another({ sharesFolder: true });
  const scenario = createScenario(app);
  teacher = await scenario.person('teachers', await scenario.school());
  [here, there] = [(await uploadersOf(app))(teacher), (await uploadersOf(second))(teacher)];
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const begin = async (uploads: Uploader, bytes = PICTURE, headers = {}) => {
  const begun = await uploads.begin('shared.png', bytes.length, headers);
  expect(begun.status, JSON.stringify(begun.body)).toBe(201);
  return begun.headers.get('location') as string;
};
const sumOf = async (id: number) => (await app.db.selectFrom('files').select('sha256').where('id', '=', id).executeTakeFirstOrThrow()).sha256.toString('hex');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const storedFiles = async () =>
  (await readdir(path.join(app.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

test('pieces that alternate between two processes become the file that was sent, whoever is asked in between', async () => {
  const location = await begin(here);
  const step = 100_000;
  let reply = await there.ask(location);
  for (let offset = 0; offset < PICTURE.length; offset += step) {
    const [sends, asks] = (offset / step) % 2 === 0 ? [there, here] : [here, there];
    expect((await asks.ask(location)).headers.get('upload-offset')).toBe(String(offset));
    reply = await sends.send(location, offset, PICTURE.subarray(offset, offset + step));
  }
  expect(reply.status).toBe(200);
  expect(await sumOf(reply.body.file.id)).toBe(sha256(PICTURE));
  expect((await here.finish(location)).body.file.id).toBe(reply.body.file.id);
  expect((await there.finish(location)).body.file.id).toBe(reply.body.file.id);
});

test('whoever goes on at another process ends the piece that hangs at the first, and nothing that came is lost', async () => {
  const location = await begin(here);
  const hanging = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(PICTURE.subarray(0, 100_000))),
    pull: () => new Promise(() => undefined), // the line is dead and nobody has noticed
  });
  const lost = here.send(location, 0, hanging).catch(() => undefined);
  await expect.poll(() => readdir(path.join(app.dataDir, 'uploads'))).toContain(path.basename(location));
  await expect
    .poll(async () => (await app.db.selectFrom('file_uploads').select('held_by').where('id', '=', path.basename(location)).executeTakeFirst())?.held_by)
    .not.toBeNull();
  const offset = Number((await there.ask(location)).headers.get('upload-offset'));
  expect(offset).toBeLessThanOrEqual(100_000);
  const reply = await there.send(location, offset, PICTURE.subarray(offset));
  expect(reply.status).toBe(200);
  expect(await sumOf(reply.body.file.id)).toBe(sha256(PICTURE));
  await lost;
});

test('finished at both processes at once it is one file, stored once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const location = await begin(here);
    const before = await storedFiles().catch(() => 0);
    // callers who finish may ask the sender itself to release the upload: it would ask again
    const [, ...finished] = await Promise.all([
      here.send(location, 0, PICTURE),
      ...[here, there, here, there].map(async (uploads) => {
        let reply = await uploads.finish(location);
        // An account has ten calls a second; on a slow machine four callers that ask more often would use them up.
        for (let asked = 0; reply.status !== 200 && asked < 30; asked += 1) {
          expect(reply.body, 'while the bytes arrive, nothing else may be answered').toMatchObject({ code: 'UPLOAD_UNFINISHED' });
          await sleep(1000);
          reply = await uploads.finish(location);
        }
        expect(reply.status, JSON.stringify(reply.body)).toBe(200);
        return reply;
      }),
    ]);
    expect(finished.map(({ body }) => body.file.id)).toEqual(Array(4).fill(finished[0]?.body.file.id));
    expect(finished[0]?.body.file.id).toEqual(expect.any(Number));
    await expect.poll(storedFiles).toBe(before + 1); // the sender may have been answered while its own copy still goes
  }
});

test('a process that died with a piece under way holds the upload for some seconds, not for ever', async () => {
  const location = await begin(here);
  const id = path.basename(location);
  await here.send(location, 0, PICTURE.subarray(0, 1000));
  await app.db
    .updateTable('file_uploads')
    .set({ held_by: '00000000-0000-4000-8000-000000000000', held_until: new Date((await app.clock.now()).getTime() + 3_600_000) })
    .where('id', '=', id)
    .execute();
  let isAnswered = false;
  const asked = there.ask(location).finally(() => {
    isAnswered = true;
  });
  await expect.poll(async () => (await app.db.selectFrom('file_uploads').select('is_wanted').where('id', '=', id).executeTakeFirst())?.is_wanted).toBe(true);
  expect(isAnswered).toBe(false);
  await app.clock.advanceMs(3_700_000);
  expect((await asked).headers.get('upload-offset')).toBe('1000');
});

test('an upload given up and begun anew under the same key is hashed from its own bytes', async () => {
  const key = { 'idempotency-key': 'given-up-and-begun-anew' };
  const first = await begin(here, PICTURE, key);
  await here.send(first, 0, PICTURE.subarray(0, 300_000));
  expect((await there.cancel(first)).status).toBe(204);
  const other = Buffer.concat([pngOf(9), Buffer.alloc(600_000, 'q')]);
  const again = await begin(there, other, key);
  expect(again).toBe(first);
  await there.send(again, 0, other.subarray(0, 200_000));
  await there.send(again, 200_000, other.subarray(200_000, 500_000));
  const reply = await here.send(again, 500_000, other.subarray(500_000));
  expect(await sumOf(reply.body.file.id)).toBe(sha256(other));
});
