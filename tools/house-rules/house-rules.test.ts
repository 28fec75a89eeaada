import { describe, expect, test } from 'vitest';
import { checkCode, checkTableOwners } from './code-rules.ts';
import { checkCircles, checkJoinEntry } from './graph-rules.ts';
import { checkImports } from './import-rules.ts';
import { parseSource, readSources, type Source } from './source.ts';

/** A small repository: path → text. */
function repository(files: Record<string, string>): Source[] {
  return Object.entries(files).map(([path, text]) => parseSource(path, text, (file) => file in files));
}
const problems = (found: { problem: string }[]) => found.map(({ problem }) => problem);
const live = 'apps/server/src/modules/live';

describe('imports', () => {
  test.each([
    ['rules need Node', 'packages/rules/src/a.ts', "import 'node:fs';", 'rules are pure'],
    ['the contract needs the server', 'packages/contract/src/a.ts', "import { x } from '@classwright/server/app';", 'the contract imports rules and zod only'],
    ['the server needs the web', 'apps/server/src/a.ts', "import { x } from '../../web/src/x.ts';", 'the server never imports the web app'],
    ['the web needs the server', 'apps/web/src/a.ts', "import { x } from '../../server/src/x.ts';", 'the web app never imports the server'],
    [
      'the platform knows a module',
      'apps/server/src/platform/http/a.ts',
      "import { x } from '../../modules/live/index.ts';",
      'the platform knows no school word',
    ],
    [
      'the platform knows a module’s type',
      'apps/server/src/platform/http/a.ts',
      "import type { X } from '../../modules/live/index.ts';",
      'the platform knows no school word',
    ],
    ['the product needs test helpers', 'apps/server/src/a.ts', "import { x } from './testing/postgres.ts';", 'what only tests and tools have'],
    ['ui needs a feature', 'apps/web/src/ui/Table.tsx', "import { x } from '../features/live/index.ts';", 'ui stands below features'],
    ['base needs the roof later on', 'apps/web/src/base/a.ts', "void import('../app/router.tsx');", 'base stands below app'],
    ['base needs a type of ui', 'apps/web/src/base/a.ts', "import type { X } from '../ui/plain/x.ts';", 'base stands below ui'],
    ['a feature needs the roof', 'apps/web/src/features/live/a.ts', "import { x } from '../../app/router.tsx';", 'features stands below app'],
    ['a feature needs the student’s entry', 'apps/web/src/features/live/a.ts', "import { x } from '../../join/page.ts';", 'an entry of its own'],
    ['the student’s entry needs a feature', 'apps/web/src/join/a.ts', "import { x } from '../features/live/index.ts';", 'join stands below features'],
    ['a module is entered by the window', `${live}/a.ts`, "import { x } from '../classes/queries.ts';", 'classes is entered only through its index.ts'],
    ['a module enters one below it', 'apps/server/src/modules/classes/a.ts', "import { x } from '../live/index.ts';", 'classes may not enter live'],
    ['a module nobody put in order', 'apps/server/src/modules/chess/a.ts', "import { x } from '../live/index.ts';", 'chess is not in'],
    ['a package nobody declared', 'apps/web/src/a.ts', "import x from 'left-pad';", 'left-pad is not in this workspace'],
    ['a later import', `${live}/a.ts`, "const x = await import('../classes/queries.ts');", 'entered only through'],
    ['a passed-on export', `${live}/a.ts`, "export { x } from '../classes/queries.ts';", 'entered only through'],
  ])('refused: %s', (_, path, text, problem) => {
    expect(problems(checkImports(repository({ [path]: text })))).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    ['a module enters one above it', `${live}/a.ts`, "import { x } from '../classes/index.ts'; import { y } from './queries.ts';"],
    [
      'a module uses the platform and rules',
      `${live}/a.ts`,
      "import { x } from '../../platform/http/index.ts'; import { y } from '@classwright/rules/live/index';",
    ],
    ['a test looks inside', `${live}/a.pg.test.ts`, "import { x } from '../classes/queries.ts'; import { y } from '../../testing/index.ts';"],
    ['Node and a declared package', 'apps/server/src/a.ts', "import fs from 'node:fs'; import pg from 'pg'; import type { WebSocket } from 'ws';"],
  ])('allowed: %s', (_, path, text) => {
    expect(problems(checkImports(repository({ [path]: text })))).toEqual([]);
  });
});

describe('graphs', () => {
  test('files that need each other in a circle are refused, once', () => {
    const circle = repository({ 'tools/a.ts': "import './b.ts';", 'tools/b.ts': "import './c.ts';", 'tools/c.ts': "import './a.ts';" });
    expect(problems(checkCircles(circle))).toEqual(['files need each other in a circle: tools/a.ts → tools/b.ts → tools/c.ts → tools/a.ts']);
  });

  test('a circle of types, or one that is loaded later, is none', () => {
    expect(checkCircles(repository({ 'tools/a.ts': "import type { B } from './b.ts';", 'tools/b.ts': "import './a.ts'; await import('./b.ts');" }))).toEqual(
      [],
    );
  });

  test('the student’s lesson must not load validators at once, by whatever detour', () => {
    const join = (entry: string) => repository({ 'apps/web/src/join/main.tsx': entry, 'apps/web/src/join/a.ts': "import { z } from 'zod';" });
    expect(problems(checkJoinEntry(join("import './a.ts';")))).toEqual([expect.stringContaining('zod')]);
    expect(checkJoinEntry(join("import type { A } from './a.ts'; void import('./a.ts');"))).toEqual([]);
  });
});

describe('code', () => {
  test.each([
    ['a setting read on the spot', `${live}/a.ts`, 'const x = process.env.PORT;', 'process.env'],
    ['an address that nobody parsed', 'apps/web/src/features/live/a.tsx', 'const search = useSearch({ strict: false });', 'usePageSearch'],
    ['a page that is declared elsewhere', 'apps/web/src/features/live/a.tsx', "createRoute({ path: '/x' });", 'app/pages.tsx'],
    ['a call that goes round the API client', 'apps/web/src/features/live/a.ts', "await fetch('/api/x');", 'fetch'],
    ['the process’s own clock', `${live}/a.ts`, 'const x = Date.now();', 'clock'],
    ['the process’s own clock as a date', `${live}/a.ts`, 'const x = new Date();', 'clock'],
    ['chance in a rule', 'packages/rules/src/a.ts', 'const x = Math.random();', 'chance'],
    ['SQL outside queries.ts', `${live}/a.ts`, 'const x = sql`SELECT 1`;', 'SQL'],
    ['a query built outside queries.ts', `${live}/a.ts`, "db.selectFrom('x').selectAll();", 'SQL'],
  ])('refused: %s', (_, path, text, problem) => {
    expect(problems(checkCode(repository({ [path]: text })))).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    ['settings in config', 'apps/server/src/platform/config.ts', 'const x = process.env.PORT;'],
    ['a date made of a value', `${live}/a.ts`, 'const x = new Date(row.at);'],
    ['a parameter that happens to be called fetch', 'apps/web/src/join/a.ts', 'export async function refetch(fetch: () => void) { fetch(); }'],
    ['SQL in queries.ts', `${live}/queries.ts`, 'const x = sql`SELECT 1`;'],
    ['SQL in a test', `${live}/a.pg.test.ts`, 'const x = sql`SELECT 1`;'],
  ])('allowed: %s', (_, path, text) => {
    expect(checkCode(repository({ [path]: text }))).toEqual([]);
  });

  test('a table that two modules write is refused, by builder or by hand', () => {
    const two = repository({
      'apps/server/src/modules/live/queries.ts': "db.insertInto('posts').values({});",
      'apps/server/src/modules/classes/queries.ts': 'sql`UPDATE posts SET x = 1`;',
    });
    expect(problems(checkTableOwners(two))).toEqual(['the table posts is written by more than one module']);
    expect(checkTableOwners(two.slice(0, 1))).toEqual([]);
  });
});

test('the repository is read whole: its own files are found and resolve', () => {
  const sources = readSources();
  expect(sources.find(({ path }) => path === 'tools/schema/generate.ts')?.imports.map(({ file }) => file)).toContain(
    'apps/server/src/platform/database/migrations.ts',
  );
});
