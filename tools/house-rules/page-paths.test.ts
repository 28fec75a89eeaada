import { expect, test } from 'vitest';
import { checkPagePaths } from './page-paths.ts';

test('a page names only paths that are there, in full or from the server’s folders; placeholders and fenced blocks are not read', () => {
  const there = new Set(['apps/server/src/platform/http', 'tools/changed/main.ts']);
  const page = [
    'See `platform/http/`, `tools/changed/main.ts` and `modules/<wing>/index.ts`; a rate like `a/b`, or `application/json`, is no path.',
    'The next number is `apps/server/migrations/NNNN_name.sql`.',
    '```\nnode tools/gone.ts `tools/gone.ts`\n```',
    'It was in `modules/dashboards` and in `apps/web/src/old.ts`.',
  ].join('\n');
  expect(
    checkPagePaths(
      new Map([
        ['docs/a.md', page],
        ['apps/web/a.css', '`tools/gone.ts`'],
      ]),
      (path) => there.has(path),
    ),
  ).toEqual([
    { where: 'docs/a.md', problem: 'names the path modules/dashboards, which is not there' },
    { where: 'docs/a.md', problem: 'names the path apps/web/src/old.ts, which is not there' },
  ]);
});
