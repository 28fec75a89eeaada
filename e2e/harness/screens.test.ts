import { existsSync, readFileSync } from 'node:fs';
import { LIST_PAGES } from '@classwright/contract/lists/routes';
import { expect, test } from 'vitest';
import { screens } from '../screens.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('every page that is declared is looked at, and nothing else is', () => {
  const source = read('apps/web/src/app/pages.tsx');
  const declared = [...source.matchAll(/\bpage\(\s*\w+,\s*'([^']+)'/g)].map(([, path = '']) => (path.startsWith('/') ? path : `/${path}`));
  // The pages without a literal address: pages of a class without its number, dashboards and lists.
  expect(source.match(/\bpage\(\s*\w+,\s*[^'\s]\S*/g)).toHaveLength(3);
  declared.push(
    ...[...source.matchAll(/\(\[((?:'[^']+'(?:,\s*)?)+)\] as const\)\.map\(\(path\)/g)].flatMap(([, paths = '']) => paths.replaceAll(/[\s']/g, '').split(',')),
  );
  const [, named = ''] = /const DASHBOARDS = \[([^\]]+)\]/.exec(source) ?? [];
  declared.push(...[...named.matchAll(/'([^']+)'/g)].map(([, route = '']) => `/${route}`));
  const lists = Object.keys(LIST_PAGES).map((route) => `/${route}`);
  expect(Object.keys(screens).toSorted()).toEqual([...declared, ...lists].toSorted());
});

test('a page that a journey looks at is one that it opens', () => {
  for (const row of Object.values(screens))
    for (const name of 'journeys' in row ? row.journeys : []) expect(existsSync(new URL(`../${name}.journey.ts`, import.meta.url)), name).toBe(true);
});
