import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { namedPaths } from './parts.ts';

const filesIn = (folder: string) =>
  readdirSync(fileURLToPath(new URL(folder, import.meta.url)), { recursive: true, encoding: 'utf8' }).map((path) => `src/${path.replaceAll('\\', '/')}`);

test('every file that a part of the program names is there: a renamed one would move without a word', () => {
  const files = [...filesIn('../src/'), ...filesIn('../../../packages/contract/src/'), ...filesIn('../../../packages/rules/src/')];
  expect(namedPaths.filter((path) => !files.some((file) => file.startsWith(path)))).toEqual([]);
});
