import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { describe, expect, onTestFinished, test } from 'vitest';
import { machineNowMs } from '../platform/clock.ts';
import type { ArchiveSettings } from '../platform/config.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { chooseMoment } from './choose-moment.ts';
import { compress, decompress } from './compress.ts';
import { tryArchive } from './examine-archive.ts';
import { type Base, isOfLog, type Line, nextSegment, pathOfBase, pathOfLine, pathOfLog, pathOfPart } from './format.ts';
import { listBases, prune } from './prune.ts';
import { readMoment } from './restore-moment.ts';
import { type ArchiveState, findArchiveProblem, judgeArchive, readArchiveState, saveArchiveState } from './state.ts';
import { createTarget } from './open-target.ts';
import { type ArchiveTarget, within } from './target.ts';

const settingsOf = (folder: string, bucket: ArchiveSettings['bucket'] = null): ArchiveSettings => ({
  bucket,
  folder,
  everySeconds: 45,
  keepDays: 14,
  roomBytes: 0,
});

async function startBucket(): Promise<ArchiveSettings> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    allowMismatchedSignatures: true, // it computes those of a list without the slash at the end of the path
    directory: join(temporaryFolder(), 's3'),
    configureBuckets: [{ name: 'district', configs: [] }],
  });
  const { port } = await server.run();
  onTestFinished(() => server.close());
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return settingsOf('archive/one', { bucket: 'district', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, credentials, isPathStyle: true });
}

const makeFolder = async (): Promise<ArchiveSettings> => settingsOf(temporaryFolder());

describe.each([
  ['a folder', makeFolder],
  ['a bucket', startBucket],
])('%s', (_, make) => {
  test('[B2923] keeps what it gets, lists it in order and removes it', async () => {
    const target = createTarget(await make());
    await target.put('line/wal/b', Buffer.from('two'));
    await target.put('line/wal/a', Buffer.from('one'));
    await target.put('line/wal/a', Buffer.from('one'));
    for (const id of ['line', 'other']) await target.put(`${id}/line.json`, Buffer.from('{}'));
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, 'three');
    await target.putFile('line/base/c', file);
    expect((await target.list('line/wal')).map(({ name, bytes }) => [name, bytes])).toEqual([
      ['line/wal/a', 3],
      ['line/wal/b', 3],
    ]);
    expect(await target.listFolders('')).toEqual(['line', 'other']);
    expect(await target.listFolders('line')).toEqual(['base', 'wal']);
    expect(await target.listFolders('nowhere')).toEqual([]);
    expect((await target.get('line/base/c'))?.toString()).toBe('three');
    expect(await target.get('line/base/d')).toBeNull();
    expect(await target.read('line/base/d')).toBeNull();
    await target.remove('line/wal/a');
    await target.remove('line/wal/a');
    expect((await target.list('line/wal')).map(({ name }) => name)).toEqual(['line/wal/b']);
    expect((await within(target, 'line').list('wal')).map(({ name }) => name)).toEqual(['wal/b']);
  });

  test('[B2923] is tried by the doctor and left as it was', async () => {
    const settings = await make();
    expect(await tryArchive(settings)).toBe(true);
    expect(await createTarget(settings).listFolders('')).toEqual([]);
  });
});

test('[B2924] a folder that is not there is reported, and is never made', async () => {
  const target = createTarget(settingsOf(join(temporaryFolder(), 'not-mounted')));
  for (const work of [target.put('a', Buffer.from('x')), target.get('a'), target.list('a'), target.listFolders('')])
    expect(findArchiveProblem(await work.catch((error: unknown) => error))).toBe('missing');
});

test('[B2924] a bucket that cannot be reached or is not there is reported', async () => {
  const settings = await startBucket();
  const away = { ...settings, bucket: { ...settings.bucket!, endpoint: 'http://127.0.0.1:9' } };
  expect(
    findArchiveProblem(
      await createTarget(away)
        .get('a')
        .catch((error: unknown) => error),
    ),
  ).toBe('unreachable');
  const other = { ...settings, bucket: { ...settings.bucket!, bucket: 'none-such' } };
  expect(
    findArchiveProblem(
      await createTarget(other)
        .put('a', Buffer.from('x'))
        .catch((error: unknown) => error),
    ),
  ).toBe('missing');
});

test('[B2915] files of the log follow each other across the border of 4 GB', () => {
  const sixteen = 16 * 1024 ** 2;
  expect(nextSegment('000000010000000000000001', sixteen)).toBe('000000010000000000000002');
  expect(nextSegment('0000000100000000000000FF', sixteen)).toBe('000000010000000100000000');
  expect(nextSegment('000000020000000A0000003F', 64 * 1024 ** 2)).toBe('000000020000000B00000000');
  expect(
    ['000000010000000000000001', '000000010000000000000001.00000028.backup', '00000002.history', 'closed', '000000010000000000000001.part'].map(isOfLog),
  ).toEqual([true, true, true, false, false]);
});

test('[B2920] bytes that were changed are not unpacked', async () => {
  const packed = await compress(Buffer.from('a'.repeat(10_000)));
  expect((await decompress(packed, 20_000)).length).toBe(10_000);
  packed[packed.length - 1]! ^= 1;
  await expect(decompress(packed, 20_000)).rejects.toThrow();
  await expect(decompress(await compress(Buffer.alloc(5_000)), 1_000)).rejects.toThrow();
});

test('[B2925] moments are read in the time zone of the machine unless they name one; others are refused', () => {
  expect(readMoment('latest')).toBeNull();
  expect(readMoment('2026-11-25T10:31Z')?.toISOString()).toBe('2026-11-25T10:31:00.000Z');
  expect(readMoment('2026-11-25 10:31:30 +02:00')?.toISOString()).toBe('2026-11-25T08:31:30.000Z');
  expect(readMoment('2026-11-25 10:31')?.getTime()).toBe(new Date(2026, 10, 25, 10, 31).getTime());
  for (const text of ['yesterday', '2026-11-25', '2026-13-25 10:31', '10:31', '']) expect(() => readMoment(text)).toThrow('is no moment');
});

const LINE: Line = { format: 1, product: 'classwright', installation: 'one', begunAt: '2026-11-01T00:00:00.000Z', segmentBytes: 16 * 1024 ** 2 };
const segment = (number: number): string => `0000000100000000000000${number.toString(16).toUpperCase().padStart(2, '0')}`;
const baseAt = (endedAt: string, first: number): Base => ({
  format: 1,
  version: '1.0.0',
  begunAt: endedAt,
  endedAt,
  firstSegment: segment(first),
  lastSegment: segment(first + 1),
  label: '',
  folders: [],
  files: [],
  parts: [{ name: '00001.zst', sum: '0'.repeat(64) }],
});

async function makeLine(target: ArchiveTarget, id: string, days: readonly [day: number, first: number][], log: readonly number[]): Promise<void> {
  await target.put(pathOfLine(id), Buffer.from(JSON.stringify(LINE)));
  for (const [day, first] of days) {
    const name = `2026-11-${String(day).padStart(2, '0')}T00-00-00`;
    await target.put(pathOfPart(id, name, '00001.zst'), Buffer.from('x'));
    await target.put(pathOfBase(id, name), Buffer.from(JSON.stringify(baseAt(`2026-11-${String(day).padStart(2, '0')}T00:00:00.000Z`, first))));
  }
  for (const number of log) await target.put(pathOfLog(id, segment(number)), Buffer.from('x'));
}

test('[B2926] what no kept day needs is removed, and every moment of the kept days can still be restored', async () => {
  const settings = await makeFolder();
  const target = within(createTarget(settings), 'one');
  await makeLine(
    target,
    'own',
    [
      [1, 1],
      [8, 10],
      [15, 20],
      [22, 30],
    ],
    Array.from({ length: 40 }, (_unused, index) => index + 1),
  );
  await target.put('own/base/2026-11-10T00-00-00/00001.zst', Buffer.from('broken off'));
  await prune(target, 'own', new Date('2026-11-16T00:00:00Z'));
  expect((await listBases(target, 'own')).map(({ name }) => name)).toEqual(['2026-11-15T00-00-00', '2026-11-22T00-00-00']);
  expect((await target.list('own/wal'))[0]?.name).toBe(pathOfLog('own', segment(20)));
  expect(await target.list('own/base/2026-11-10T00-00-00')).toEqual([]);
});

test('[B2927] a restore takes the newest copy before the moment, of the newest line, whose log is there', async () => {
  const settings = await makeFolder();
  const target = within(createTarget(settings), 'one');
  await expect(chooseMoment(settings, null)).rejects.toThrow('There is no archive in the place');
  await makeLine(
    target,
    'own',
    [
      [1, 1],
      [8, 10],
      [15, 20],
    ],
    [1, 2, 3, 10, 11, 20],
  );
  const names = async (text: string | null) => (await chooseMoment(settings, text === null ? null : new Date(text))).bases.map(({ name }) => name.slice(8, 10));
  expect(await names(null)).toEqual(['08', '01']); // the log of the third is not whole
  expect(await names('2026-11-05T00:00:00Z')).toEqual(['01']);
  await expect(names('2026-10-05T00:00:00Z')).rejects.toThrow('The archive begins at 2026-11-01T00:00:00.000Z. Name that moment or a later one.');
  await within(createTarget(settings), 'two').put('x/line.json', Buffer.from('{}'));
  await expect(names(null)).rejects.toThrow('archives of several installations: one, two');
});

const STATE: ArchiveState = {
  line: 'own',
  place: '/archive',
  seenAt: new Date(machineNowMs()).toISOString(),
  baseAt: '2026-11-01T00:00:00.000Z',
  lastSegment: null,
  shippedAt: null,
  behindSeconds: 0,
  gapSince: null,
  problem: null,
  filesUpTo: 0,
};

test('[B2922] an archive is judged by what could be lost', () => {
  expect(judgeArchive(null)).toBe('off');
  expect(judgeArchive(STATE)).toBe('good');
  expect(judgeArchive({ ...STATE, problem: 'missing', behindSeconds: 100 })).toBe('good');
  expect(judgeArchive({ ...STATE, behindSeconds: 121 })).toBe('behind');
  expect(judgeArchive({ ...STATE, baseAt: null })).toBe('first');
  expect(judgeArchive({ ...STATE, baseAt: null, problem: 'readOnly' })).toBe('behind');
  expect(judgeArchive({ ...STATE, gapSince: '2026-11-01T00:00:00.000Z' })).toBe('gap');
  expect(judgeArchive({ ...STATE, seenAt: '2026-11-01T00:00:00.000Z' })).toBe('stopped');
});

test('[B2922] the state of an archive is read by other processes, and one that cannot be read counts as none', () => {
  const folder = temporaryFolder();
  expect(readArchiveState(folder)).toBeNull();
  saveArchiveState(folder, STATE);
  expect(readArchiveState(folder)).toEqual(STATE);
  const path = join(folder, 'archive-state.json');
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 40));
  expect(readArchiveState(folder)).toBeNull();
  mkdirSync(join(folder, 'sub'));
  expect(readArchiveState(join(folder, 'sub'))).toBeNull();
});
