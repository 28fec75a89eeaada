import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fieldInWords } from './view.ts';

const folder = path.join(import.meta.dirname, '..');

test('[B2014] every field that a report names has words', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('testing'));
  const named = files.flatMap((file) => [...readFileSync(path.join(folder, file), 'utf8').matchAll(/\bfield: '(\w+)'/g)].map(([, field]) => field as string));
  expect(named.length).toBeGreaterThan(10);
  const wordless = [...new Set(named)].filter((field) => fieldInWords((key) => key, field) === field);
  expect(wordless).toEqual([]);
});
