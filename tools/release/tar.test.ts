import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Entry, writeTar } from './tar.ts';

const seconds = 1_700_000_000;

async function write(entries: readonly Entry[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of writeTar(entries, seconds)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const long = `${'a-folder-with-a-long-name/'.repeat(6)}file.txt`;
const entries: readonly Entry[] = [
  { path: 'b.txt', mode: 0o644, is: 'file', content: Buffer.from('second') },
  { path: 'a/', mode: 0o755, is: 'folder' },
  { path: 'a/run', mode: 0o755, is: 'file', content: Buffer.from('#!/bin/sh\n') },
  { path: 'a/link', mode: 0o777, is: 'link', target: `../${long}` },
  { path: long, mode: 0o644, is: 'file', content: Buffer.alloc(513, 'x') },
];

test('[B2845] an archive is the same bytes in any order of its entries, and names are sorted', async () => {
  const archive = await write(entries);
  expect(archive.equals(await write(entries.toReversed()))).toBe(true);
  expect(archive.length % 10_240).toBe(0);
  expect(archive.indexOf('a/run')).toBeLessThan(archive.indexOf('b.txt'));
});

test('the tar of this machine unpacks it: contents, modes, links, long names, one owner and one time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'classwright-tar-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'x.tar'), await write(entries));
  const listed = execFileSync('tar', ['-tvf', 'x.tar', '--numeric-owner'], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
  expect(listed).toHaveLength(entries.length);
  for (const line of listed) expect(line).toMatch(/ 0\/0 /);
  execFileSync('tar', ['-xf', 'x.tar'], { cwd: folder });
  expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('second');
  expect(statSync(join(folder, 'a/run')).mode & 0o777).toBe(0o755);
  expect(readlinkSync(join(folder, 'a/link'))).toBe(`../${long}`);
  expect(statSync(join(folder, long))).toMatchObject({ size: 513, mtimeMs: seconds * 1000 });
});
