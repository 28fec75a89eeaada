import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const page = readFileSync(`${root}docs/coverage.md`, 'utf8');
const sources = globSync('{apps,packages,tools,e2e}/**/*.{test.ts,test.tsx,journey.ts}', {
  cwd: root,
  exclude: (path) => basename(String(path)) === 'node_modules',
});
const names = new Set(sources.map((path) => basename(path).replace(/(\.test)?\.tsx?$/, '')));
const titles = sources.map((path) => readFileSync(root + path, 'utf8')).join('\n');

/** A proof names a file by its kind: "auth.pg", "App.dom", "lesson.journey", "outbox.test". */
const cited = [...page.matchAll(/(?<![\w./-])([\w-]+(?:\.property)?(?:\.(?:pg|dom|sim|journey)))\b/g)].map(([, name]) => name as string);
const ids = [...page.matchAll(/\[([KQL]\d{3})\]/g)].map(([, id]) => id as string);

describe('docs/coverage.md', () => {
  test('names only test files that are there', () => {
    expect(cited.length).toBeGreaterThan(500);
    expect([...new Set(cited)].filter((name) => !names.has(name))).toEqual([]);
  });

  test('cites only ids that stand in the title of a test', () => {
    expect(ids.length).toBeGreaterThan(100);
    const isCited = (id: string): boolean => new RegExp(`\\[[^\\]]*${id}[^\\]]*\\]|\\b${id}\\b`).test(titles);
    expect([...new Set(ids)].filter((id) => !isCited(id))).toEqual([]);
  });

  test('has each item once', () => {
    const items = [...page.matchAll(/^\| \[x\] \| ([KQL]\d{3}) \|/gm)].map(([, id]) => id as string);
    expect(items.length).toBeGreaterThan(1000);
    expect(items.filter((id, at) => items.indexOf(id) !== at)).toEqual([]);
  });
});
