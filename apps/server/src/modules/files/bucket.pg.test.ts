import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { fileDelete } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, pngOf, startTestApp, type TestApp, type TestPerson } from '../../testing/index.ts';
import { eraseDeletedFiles } from './erase-deleted.ts';
import { createFileStorage } from './index.ts';
import { type Uploader, uploadersOf } from './testing/upload.ts';

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
  expect(await objects()).toHaveLength(2); // it can be taken back
  await app.db
    .updateTable('files')
    .set({ archived_at: new Date(0) })
    .where('id', '=', file.id)
    .execute();
  await eraseDeletedFiles(app.db, createFileStorage(app.dataDir, s3));
  expect(await objects()).toHaveLength(1);
});
