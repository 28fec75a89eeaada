import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../../../', import.meta.url).pathname;
const spec = readFileSync(new URL('SPEC.md', import.meta.url), 'utf8');
const rules = [...spec.matchAll(/^- \*\*(LIVE-\d+)\*\* .+ \((rules|server); [^)]+\)$/gmu)].map(([, id = '', keeper = '']) => ({ id, keeper }));

/** The rules cited in test titles, by test file. */
const cited = ['packages/rules', 'apps/server']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
  .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/\[(LIVE-\d+)\]/gu)].map(([, id = '']) => ({ id, path })));

test('every rule of SPEC.md has a number of its own, a keeper and a source', () => {
  expect(rules).toHaveLength([...spec.matchAll(/^- /gmu)].length);
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
});

test('every rule that is kept here is cited by a test of this package', () => {
  const here = new Set(cited.filter(({ path }) => path.startsWith('packages/rules')).map(({ id }) => id));
  expect(rules.filter(({ id, keeper }) => keeper === 'rules' && !here.has(id))).toEqual([]);
});

test('no test cites a rule that does not exist', () => {
  const known = new Set(rules.map(({ id }) => id));
  expect(cited.filter(({ id }) => !known.has(id))).toEqual([]);
});
