import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SourceKind } from '../sources/index.ts';

/** The tests of the ends of each kind of source. A kind without its test does not compile. */
const walks: Readonly<Record<SourceKind, string>> = {
  google_classroom: '../../connections/sync/ends.pg.test.ts',
  roster_file: '../../connections/rosters/ends.pg.test.ts',
  oneroster_rest: '../../connections/oneroster/ends.pg.test.ts',
};

test.each(Object.entries(walks))('[B1890] what %s ends is walked kind by kind', (kind, file) => {
  expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toMatch(new RegExp(`walkEnds\\(\\s*'${kind}',`));
});

test('[B1890] the house refuses everything that ends things here to the modules of sources', () => {
  const things = readFileSync(new URL('things.ts', import.meta.url), 'utf8');
  const rule = readFileSync(new URL('../../../../../../tools/house-rules/code-rules.ts', import.meta.url), 'utf8');
  const refused = /const endings = new Set\(\[([\s\S]*?)\]\)/.exec(rule)?.[1] ?? '';
  const ending = [...things.matchAll(/export const end\w+ = [\s\S]*?=>\s*(?:[^;]*?\? )?(\w+)\(/g)].map(([, name]) => name);
  expect(ending).toHaveLength([...things.matchAll(/export const end/g)].length);
  for (const name of ending) expect(refused).toContain(`'${name}'`);
});
