import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync('modules/**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
const textOf = (file: string): string => readFileSync(`${source}${file}`, 'utf8');

test('[B2031] every kind of job that can take minutes stands back behind those who call together', () => {
  const heavy = files.filter((file) => /lane: '(heavy|calm|copies)'|^\s*'(heavy|calm|copies)',$|, '(heavy|calm|copies)'\)/mu.test(textOf(file)));
  expect(heavy.length).toBeGreaterThanOrEqual(10); // all kinds of imports share two of these files
  // A job that passes it on waits in its own steps, and a work product waits for a moment in which nothing else runs.
  expect(heavy.filter((file) => !/await standBack\(|, standBack\)|\{ standBack \}\)|await waitUntilIdle\(\)/u.test(textOf(file)))).toEqual([]);
});

test('[B2031] a roster is compared in batches, and each is begun only when few call', () => {
  expect(textOf('modules/connections/rosters/preview/preview-roster.ts')).toMatch(/for await \(const batch of batches\) \{[^}]*await task\.standBack\(\);/u);
});
