import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder, prepareDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'classwright-hold-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder is held by one process at a time, by whatever name it is reached', async () => {
  const hold = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow(`(process ${process.pid})`);
  symlinkSync(folder, `${folder}-link`);
  await expect(lockDataFolder(`${folder}-link`)).rejects.toThrow('already running');
  rmSync(`${folder}-link`);
  await hold.release();
  await (await lockDataFolder(folder)).release();
});

test('two folders do not stand in each other’s way', async () => {
  mkdirSync(join(folder, 'a'));
  mkdirSync(join(folder, 'b'));
  const [a, b] = await Promise.all([lockDataFolder(join(folder, 'a')), lockDataFolder(join(folder, 'b'))]);
  await Promise.all([a.release(), b.release()]);
});

test('a folder is created where it is missing, and trying it leaves nothing in it', () => {
  const path = join(folder, 'deep', 'data');
  expect(prepareDataFolder(path, 1)).toBe(path);
  expect(readdirSync(path)).toEqual([]);
});

test('a folder of ours is closed to others; one that is for everybody or holds other things stays as it is', () => {
  const isRoot = process.getuid?.() === 0;
  const modeAfter = (name: string, mode: number, ...contents: string[]) => {
    const path = join(folder, name);
    mkdirSync(path);
    for (const content of contents) mkdirSync(join(path, content));
    chmodSync(path, mode);
    prepareDataFolder(path, 1);
    return statSync(path).mode & 0o7777;
  };
  const closed = isRoot ? 0o711 : 0o700;
  expect(modeAfter('new', 0o755)).toBe(closed);
  expect(modeAfter('ours', 0o755, 'files')).toBe(closed);
  expect(modeAfter('ours with backups', 0o755, 'postgres-18', 'backups')).toBe(closed);
  expect(modeAfter('shut', 0o700, 'files')).toBe(0o700);
  expect(modeAfter('documents', 0o755, 'letters')).toBe(0o755);
  expect(modeAfter('temporary', 0o1777, 'files')).toBe(0o1777);
});

test('a disk without the room that is needed is refused', () => {
  expect(() => prepareDataFolder(folder, 1e9)).toThrow('is full: at least 1000000000 MB must be free');
});
