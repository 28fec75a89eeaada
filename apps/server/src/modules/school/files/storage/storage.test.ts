import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileStorage, type FileStorage } from './index.ts';

let folder: string;
let server: S3rver;
const storages = new Map<string, FileStorage>();
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cw-storage-'));
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: path.join(folder, 's3'),
    configureBuckets: [{ name: 'school-files', configs: [] }],
  });
  const { port } = await server.run();
  storages.set('the disk', createFileStorage(folder));
  storages.set(
    'a bucket of S3',
    createFileStorage(folder, {
      bucket: 'school-files',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      isPathStyle: true,
    }),
  );
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const BYTES = randomBytes(200_000);
async function readAll(stream: Readable | null): Promise<Buffer | null> {
  if (!stream) return null;
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(pieces);
}

describe.each(['the disk', 'a bucket of S3'])('%s', (where) => {
  const storage = (): FileStorage => storages.get(where) as FileStorage;
  const whole = (key: string, bytes = BYTES) => storage().read(key, { start: 0, end: bytes.length - 1 });

  test('gives back what was put in, under a key that says nothing of it', async () => {
    const key = await storage().put(BYTES);
    expect(key).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{32}$/);
    expect(await storage().put(BYTES)).not.toBe(key);
    expect((await readAll(await whole(key)))?.equals(BYTES)).toBe(true);
  });

  test.each([
    [0, 1],
    [65_530, 131_080],
    [199_999, 199_999],
  ])('gives back bytes %d to %d', async (start, end) => {
    const key = await storage().put(BYTES);
    expect((await readAll(await storage().read(key, { start, end })))?.equals(BYTES.subarray(start, end + 1))).toBe(true);
  });

  test('takes a large file of this machine in bounded memory and leaves it where it is', async () => {
    const place = path.join(folder, `large-${where.length}`);
    const large = randomBytes(50 * 1024 * 1024);
    await writeFile(place, large);
    const before = process.memoryUsage().rss;
    const key = await storage().putFile(place);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
    expect((await stat(place)).size).toBe(large.length);
    const back = createHash('sha256').update((await readAll(await whole(key, large))) as Buffer);
    expect(back.digest('hex')).toBe(createHash('sha256').update(large).digest('hex'));
  });

  test('knows nothing of what is not there, and forgets what is removed, however often', async () => {
    expect(await storage().read('00/none', { start: 0, end: 1 })).toBeNull();
    const key = await storage().put(BYTES);
    await storage().remove(key);
    await storage().remove(key);
    expect(await whole(key)).toBeNull();
  });
});

test.each(['../x', '/etc/passwd', '00/../../x', 'ab/', 'ab/x/y', ''])('a key that leads elsewhere (%j) is none, wherever files are', async (key) => {
  const source = path.join(folder, 'source');
  await writeFile(source, BYTES);
  for (const storage of storages.values()) {
    await expect(storage.read(key, { start: 0, end: 1 })).rejects.toThrow('no key');
    await expect(storage.putBack(key, source)).rejects.toThrow('no key');
    await expect(storage.remove(key)).rejects.toThrow('no key');
  }
});

test('on the disk nothing stands outside the folder of files', async () => {
  await storages.get('the disk')?.put(BYTES);
  expect((await readdir(path.join(folder, 'files'))).every((name) => /^[0-9a-f]{2}$/.test(name))).toBe(true);
});

test('a bucket that does not answer fails with an error, not with an empty file', async () => {
  const away = createFileStorage(folder, {
    bucket: 'school-files',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    isPathStyle: true,
  });
  await expect(away.read('00/x', { start: 0, end: 1 })).rejects.toThrow();
});
