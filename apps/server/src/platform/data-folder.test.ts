import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdDataFolder, prepareDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'classwright-hold-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder is held by one process at a time, by whatever name it is reached', async () => {
  const hold = await holdDataFolder(folder);
  await expect(holdDataFolder(folder)).rejects.toThrow(`(process ${process.pid})`);
  symlinkSync(folder, `${folder}-link`);
  await expect(holdDataFolder(`${folder}-link`)).rejects.toThrow('already running');
  rmSync(`${folder}-link`);
  await hold.release();
  await (await holdDataFolder(folder)).release();
});

test('two folders do not stand in each other’s way', async () => {
  mkdirSync(join(folder, 'a'));
  mkdirSync(join(folder, 'b'));
  const [a, b] = await Promise.all([holdDataFolder(join(folder, 'a')), holdDataFolder(join(folder, 'b'))]);
  await Promise.all([a.release(), b.release()]);
});

test('a folder is created where it is missing, and trying it leaves nothing in it', () => {
  const path = join(folder, 'deep', 'data');
  expect(prepareDataFolder(path, 1)).toBe(path);
  expect(readdirSync(path)).toEqual([]);
});

test('a disk without the room that is needed is refused', () => {
  expect(() => prepareDataFolder(folder, 1e9)).toThrow('is full: at least 1000000000 MB must be free');
});
