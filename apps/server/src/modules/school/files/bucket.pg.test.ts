import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { fileDelete } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, pngOf, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { eraseDeletedFiles } from './erase-deleted.ts';
import { createFileStorage } from './index.ts';
import { type Uploader, uploadersOf } from './testing/upload.ts';
import { deleteAbandonedUploads } from './uploads/index.ts';

let folder: string;
let bucket: S3rver;
let app: TestApp;
let teacher: TestPerson;
let uploads: Uploader;
let s3: NonNullable<Parameters<typeof createFileStorage>[1]>;
const PICTURE = Buffer.concat([pngOf(4), randomBytes(300_000)]);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cw-bucket-'));
  bucket = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, configureBuckets: [{ name: 'school-files', configs: [] }] });
  const { port } = await bucket.run();
  s3 = {
    bucket: 'school-files',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    isPathStyle: true,
  };
  app = await startTestApp({ s3 });
  const scenario = createScenario(app);
  teacher = await scenario.person('teachers', await scenario.school());
  uploads = (await uploadersOf(app))(teacher);
});
afterAll(async () => {
  await app.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const objects = async () => (await readdir(path.join(folder, 'school-files'), { recursive: true })).filter((name) => name.endsWith('._S3rver_object'));

test('with a bucket, files live in it and nowhere else: uploaded, formed, read in part, deleted', async () => {
  const { file } = (await uploads.upload('Bucket.png', PICTURE, 2)).body;
  const [formed] = (await uploads.form([{ name: 'Form.png', bytes: PICTURE }])).body.files;
  expect(await objects()).toHaveLength(2);
  expect(await readdir(app.dataDir)).not.toContain('files');
  for (const { url } of [file, formed]) {
    const reply = await fetch(new URL(url, await app.listen()), { headers: { range: 'bytes=100-299999' } });
    expect(reply.status).toBe(206);
    expect(Buffer.from(await reply.arrayBuffer()).equals(PICTURE.subarray(100, 300_000))).toBe(true);
  }
  expect((await teacher.call(fileDelete, { params: { id: file.id } })).status).toBe(200);
  expect(await objects()).toHaveLength(2); // it can be undone
  await app.db
    .updateTable('files')
    .set({ archived_at: new Date(0) })
    .where('id', '=', file.id)
    .execute();
  await eraseDeletedFiles(app.db, createFileStorage(app.dataDir, s3));
  expect(await objects()).toHaveLength(1);
});

test('with a bucket, pieces may come to processes that share no folder, also when one goes on where another has old bytes', async () => {
  const second = await app.another();
  try {
    const elsewhere = (await uploadersOf(second))(teacher);
    const before = (await objects()).length;
    const location = (await uploads.begin('Parted.png', PICTURE.length)).headers.get('location') as string;
    const places = [0, 50_000, 120_000, 200_000, PICTURE.length];
    let reply = await elsewhere.ask(location);
    for (const [number, start] of places.slice(0, -1).entries()) {
      const [sends, asks] = number % 2 === 0 ? [elsewhere, uploads] : [uploads, elsewhere];
      expect((await asks.ask(location)).headers.get('upload-offset')).toBe(String(start));
      reply = await sends.send(location, start, PICTURE.subarray(start, places[number + 1]));
    }
    expect(reply.status).toBe(200);
    expect((await elsewhere.finish(location)).body.file.id).toBe(reply.body.file.id);
    const { sha256 } = await app.db.selectFrom('files').select('sha256').where('id', '=', reply.body.file.id).executeTakeFirstOrThrow();
    expect(sha256.equals(createHash('sha256').update(PICTURE).digest())).toBe(true);
    expect(await objects()).toHaveLength(before + 1); // the pieces are gone
    // given up at one process, started again at the other under the same name
    const key = { 'idempotency-key': 'given-up' };
    const given = (await uploads.begin('Up.png', PICTURE.length, key)).headers.get('location') as string;
    await uploads.send(given, 0, PICTURE.subarray(0, 1000));
    expect((await elsewhere.cancel(given)).status).toBe(204);
    await elsewhere.begin('Up.png', PICTURE.length, key);
    expect((await uploads.ask(given)).headers.get('upload-offset')).toBe('0');
    expect(await objects()).toHaveLength(before + 1);
    // left unfinished: its pieces are deleted with it
    await uploads.send(given, 0, PICTURE.subarray(0, 1000));
    await app.db.deleteFrom('file_uploads').where('id', '=', path.basename(given)).execute();
    await deleteAbandonedUploads(app.db, createFileStorage(app.dataDir, s3), []);
    expect(await objects()).toHaveLength(before + 1);
  } finally {
    await second.close();
  }
});
