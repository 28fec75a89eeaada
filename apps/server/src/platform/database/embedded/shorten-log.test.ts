import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shortenLog } from './shorten-log.ts';

test('[B334] a log that has grown is put aside while its writer goes on appending', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'classwright-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'postgres.log');
  const writer = openSync(path, 'a');
  writeSync(writer, 'short\n');
  await shortenLog(path, 10);
  expect(readFileSync(path, 'utf8')).toBe('short\n');
  writeSync(writer, 'much longer\n');
  await shortenLog(path, 10);
  writeSync(writer, 'next\n');
  closeSync(writer);
  expect([readFileSync(path, 'utf8'), readFileSync(`${path}.1`, 'utf8')]).toEqual(['next\n', 'short\nmuch longer\n']);
});
