import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInLeakedFile } from './leaked-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cw-leaked-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const write = (passwords: readonly string[], { end = '\n', ending = '\r\n', count = true } = {}): string => {
  const path = join(folder, String(Math.random()));
  const lines = passwords.map((password, index) => `${hashOf(password)}${count ? `:${10 ** (index % 8)}` : ''}`).sort();
  writeFileSync(path, lines.join(ending) + (lines.length > 0 ? end : ''));
  return path;
};

describe('the file of leaked passwords', () => {
  const many = Array.from({ length: 1000 }, (_, index) => `password ${index}`);

  test.each([
    ['as the downloader writes it', {}],
    ['with short line ends', { ending: '\n' }],
    ['without a line end at its end', { ending: '\n', end: '' }],
    ['without counts', { count: false }],
  ])('[B2613] finds every line, and nothing else, in a file %s', async (_kind, form) => {
    const path = write(many, form);
    const found = await Promise.all(many.map((password) => isInLeakedFile(path, password)));
    expect(found.filter((isFound) => !isFound)).toEqual([]);
    const others = await Promise.all(many.map((password) => isInLeakedFile(path, `another ${password}`)));
    expect(others.filter((isFound) => isFound)).toEqual([]);
  });

  test.each([0, 1, 2, 3])('[B2613] a file of %i lines', async (length) => {
    const path = write(many.slice(0, length));
    for (const [index, password] of many.slice(0, 5).entries()) expect([index, await isInLeakedFile(path, password)]).toEqual([index, index < length]);
  });

  test('[B2613] a file that is not there is an error, and not a good password', async () => {
    await expect(isInLeakedFile(join(folder, 'none'), 'x')).rejects.toThrow('ENOENT');
  });
});
