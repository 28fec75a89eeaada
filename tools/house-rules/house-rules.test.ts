import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkCode } from './code-rules.ts';
import { checkExports } from './dead-exports.ts';
import { checkClasses, checkDatabase, checkPackages, checkPages } from './dead-files.ts';
import { checkMessages } from './dead-messages.ts';
import { checkFolds, listFolds } from './fold-rules.ts';
import { checkCircles, checkJoinEntry, checkModuleCircles } from './graph-rules.ts';
import { checkImports } from './import-rules.ts';
import { checkMoments } from './moment-rules.ts';
import { hiddenTables, platformViews, publicViews } from './public-views.ts';
import { checkReads } from './read-rules.ts';
import { checkKeptCollections, PAGE_OF_STATES } from './kept-collections.ts';
import { parseSource, readSources, type Source } from './source.ts';
import { checkStyles } from './style-rules.ts';
import { checkReach } from './reach-rules.ts';
import { checkState } from './state-rules.ts';
import { checkAskedTexts } from './text-rules.ts';
import { checkTableOwners } from './table-writers.ts';
import { checkAwaited } from './awaited-rules.ts';
import { checkWaiting } from './waiting-rules.ts';
import { checkWholeTables } from './whole-table-rules.ts';

/** A small repository: path → text. */
function repository(files: Record<string, string>): Source[] {
  return Object.entries(files).map(([path, text]) => parseSource(path, text, (file) => file in files));
}
const problems = (found: { problem: string }[]) => found.map(({ problem }) => problem);
const live = 'apps/server/src/modules/lesson/live';

describe('imports', () => {
  test.each([
    ['rules need Node', 'packages/rules/src/a.ts', "import 'node:fs';", 'rules are pure'],
    ['the contract needs the server', 'packages/contract/src/a.ts', "import { x } from '@classwright/server/app';", 'the contract imports rules and zod only'],
    ['the server needs the web', 'apps/server/src/a.ts', "import { x } from '../../web/src/x.ts';", 'the server never imports the web app'],
    ['the web needs the server', 'apps/web/src/a.ts', "import { x } from '../../server/src/x.ts';", 'the web app never imports the server'],
    [
      'the platform knows a module',
      'apps/server/src/platform/http/a.ts',
      "import { x } from '../../modules/lesson/live/index.ts';",
      'the platform knows no school word',
    ],
    [
      'the platform knows a module’s type',
      'apps/server/src/platform/http/a.ts',
      "import type { X } from '../../modules/lesson/live/index.ts';",
      'the platform knows no school word',
    ],
    ['the product needs test helpers', 'apps/server/src/a.ts', "import { x } from './testing/postgres.ts';", 'what only tests and tools have'],
    ['ui needs a feature', 'apps/web/src/ui/Table.tsx', "import { x } from '../features/lesson/live/index.ts';", 'ui stands below features'],
    ['base needs the roof later on', 'apps/web/src/base/a.ts', "void import('../app/router.tsx');", 'base stands below app'],
    ['base needs a type of ui', 'apps/web/src/base/a.ts', "import type { X } from '../ui/plain/x.ts';", 'base stands below ui'],
    ['a feature needs the roof', 'apps/web/src/features/lesson/live/a.ts', "import { x } from '../../../app/router.tsx';", 'features stands below app'],
    ['a feature needs the student’s entry', 'apps/web/src/features/lesson/live/a.ts', "import { x } from '../../../join/page.ts';", 'an entry of its own'],
    ['the student’s entry needs a feature', 'apps/web/src/join/a.ts', "import { x } from '../features/lesson/live/index.ts';", 'join stands below features'],
    [
      'a module is entered by the window',
      `${live}/a.ts`,
      "import { x } from '../../class/classes/queries.ts';",
      'classes is entered only through its index.ts',
    ],
    [
      'a module enters one below it',
      'apps/server/src/modules/class/classes/a.ts',
      "import { x } from '../../lesson/live/index.ts';",
      'classes may not enter live',
    ],
    ['a module outside the wings', 'apps/server/src/modules/games/chess/a.ts', "import { x } from '../../lesson/live/index.ts';", 'games is not a wing'],
    [
      'a part of the contract enters a later wing',
      'packages/contract/src/bank/questions/a.ts',
      "import { x } from '../../lesson/live/calls.ts';",
      'questions may not enter live',
    ],
    ['the server’s assembly knows a module', 'apps/server/src/parts.ts', "import { x } from './modules/lesson/live/index.ts';", 'parts.ts knows no module'],
    [
      'the list of modules takes more than a manifest',
      'apps/server/src/modules.ts',
      "import { liveModule, x } from './modules/lesson/live/index.ts';",
      'only the function that returns its manifest',
    ],
    ['a package nobody declared', 'apps/web/src/a.ts', "import x from 'left-pad';", 'left-pad is not in this workspace'],
    ['the product needs a package for tests', 'apps/server/src/a.ts', "import { Component } from 'ical.js';", 'it belongs into dependencies'],
    ['the build needs a package for tests', 'apps/web/vite/a.ts', "import { JSDOM } from 'jsdom';", 'it belongs into dependencies'],
    ['a later import', `${live}/a.ts`, "const x = await import('../../class/classes/queries.ts');", 'entered only through'],
    ['a passed-on export', `${live}/a.ts`, "export { x } from '../../class/classes/queries.ts';", 'entered only through'],
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
    ['the list of modules takes a manifest', 'apps/server/src/modules.ts', "import { liveModule } from './modules/lesson/live/index.ts';"],
    ['a test needs a package for tests', 'apps/server/src/a.test.ts', "import { Component } from 'ical.js';"],
    ['the product needs a type of such a package', 'apps/server/src/a.ts', "import type { Component } from 'ical.js';"],
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

  test('a circle of types is one', () => {
    const circle = repository({ 'tools/a.ts': "import type { B } from './b.ts';", 'tools/b.ts': "import './a.ts';" });
    expect(problems(checkCircles(circle))).toEqual(['files need each other in a circle: tools/a.ts → tools/b.ts → tools/a.ts']);
  });

  test('a circle that is loaded later is none', () => {
    expect(checkCircles(repository({ 'tools/a.ts': "await import('./b.ts');", 'tools/b.ts': "import './a.ts'; await import('./b.ts');" }))).toEqual([]);
  });

  test('modules that need each other in a circle are refused, also where one imports and the other reads tables', () => {
    const modules = 'apps/server/src/modules/class';
    const circle = repository({
      [`${modules}/groups/a.ts`]: "import type { x } from '../seats/index.ts';",
      [`${modules}/seats/index.ts`]: 'export type x = 1;',
      [`${modules}/seats/queries.ts`]: 'sql`SELECT FROM student_groups`;',
      [`${modules}/groups/queries.ts`]: 'sql`UPDATE student_groups SET x = 1`;',
      'apps/server/src/platform/database/schema.gen.ts': 'export interface Database { student_groups: 1 }',
    });
    expect(problems(checkModuleCircles(circle))).toEqual(['modules need each other in a circle: groups → seats → groups']);
  });

  test('a view that stands for a table makes a circle as its table does', () => {
    const modules = 'apps/server/src/modules/class';
    const circle = repository({
      [`${modules}/classes/a.ts`]: "import type { x } from '../seats/index.ts';",
      [`${modules}/seats/index.ts`]: 'export type x = 1;',
      [`${modules}/seats/queries.ts`]: 'sql`SELECT FROM class_facts`;',
      'apps/server/src/platform/database/schema.gen.ts': 'export interface Database { class_facts: 1 }',
    });
    expect(problems(checkModuleCircles(circle))).toEqual(['modules need each other in a circle: classes → seats → classes']);
  });

  test('the student’s lesson must not load validators at once, by whatever detour', () => {
    const join = (entry: string) => repository({ 'apps/web/src/join/main.tsx': entry, 'apps/web/src/join/a.ts': "import { z } from 'zod';" });
    expect(problems(checkJoinEntry(join("import './a.ts';")))).toEqual([expect.stringContaining('zod')]);
    expect(checkJoinEntry(join("import type { A } from './a.ts'; void import('./a.ts');"))).toEqual([]);
  });
});

describe('exports', () => {
  test('what nobody imports is refused, by whatever way it might be taken', () => {
    const files = repository({
      'tools/a.ts': 'export const a = 1; export const b = 2; export const c = 3; export const d = 4; export const dead = 5;',
      'tools/passes.ts': "export * from './a.ts'; export { c as cc } from './a.ts';",
      'tools/user.ts':
        "import { a } from './passes.ts'; import { cc } from './passes.ts'; import * as all from './a.ts'; all.b; (await import('./a.ts')).d; cc(a);",
    });
    expect(problems(checkExports(files))).toEqual(['dead is exported and imported by nobody']);
  });

  test('a type may stand beside what it describes, and not alone', () => {
    const files = repository({
      'tools/a.ts': 'export interface Row { id: number } export interface Alone { id: number } export const make = (): Row => ({ id: 1 });',
      'tools/user.ts': "import { make } from './a.ts'; make();",
    });
    expect(problems(checkExports(files))).toEqual(['Alone is exported and imported by nobody']);
  });
});

describe('[B2081] small files', () => {
  const reader = `${live}/lesson.ts`;
  const small = `${live}/name.ts`;
  const files = { [reader]: "import { name } from './name.ts'; export const a = name;", [small]: 'export const name = 1;' };
  const found = (more: Record<string, string>) => listFolds(repository({ ...files, ...more })).map(({ file }) => file);

  test('one that a single file of its folder reads belongs there', () => {
    expect(listFolds(repository(files))).toEqual([{ file: small, reader }]);
    expect(problems(checkFolds(repository(files)))).toEqual([expect.stringContaining('is read by lesson.ts alone')]);
  });

  test.each([
    ['a second reader', { [`${live}/other.ts`]: "import { name } from './name.ts'; export const b = name;" }],
    ['a test that reads it', { [`${live}/lesson.test.ts`]: "import { name } from './name.ts'; name;" }],
    ['a test with its name', { [`${live}/name.pg.test.ts`]: 'export {};' }],
    ['a bundle of its own', { [reader]: "const { name } = await import('./name.ts'); export const a = name;" }],
    ['a reader in another folder', { [reader]: 'export const a = 1;', [`${live}/posts/x.ts`]: "import { name } from '../name.ts'; export const a = name;" }],
    ['a reader that passes it on', { [reader]: "export { name } from './name.ts';" }],
    ['a reader that is full', { [reader]: `import { name } from './name.ts'; export const a = name;${'\n'.repeat(251)}` }],
    ['more than 40 lines', { [small]: `export const name = 1;${'\n'.repeat(41)}` }],
  ])('%s is a reason to be a file', (_, more) => {
    expect(found(more)).toEqual([]);
  });

  test('SQL stays apart from what uses it, and JSX from files without', () => {
    const queries = { [reader]: "import { name } from './name-queries.ts'; export const a = name;", [`${live}/name-queries.ts`]: 'export const name = 1;' };
    expect(listFolds(repository(queries))).toEqual([]);
    const jsx = { [reader]: "import { Name } from './Name.tsx'; export const a = Name;", [`${live}/Name.tsx`]: 'export const Name = () => <p />;' };
    expect(listFolds(repository(jsx))).toEqual([]);
  });
});

describe('code', () => {
  test.each([
    ['a setting read on the spot', `${live}/a.ts`, 'const x = process.env.PORT;', 'process.env'],
    ['an address that nobody parsed', 'apps/web/src/features/lesson/live/a.tsx', 'const search = useSearch({ strict: false });', 'usePageSearch'],
    ['a page that is declared elsewhere', 'apps/web/src/features/lesson/live/a.tsx', "createRoute({ path: '/x' });", 'app/pages.tsx'],
    ['a call that goes round the API client', 'apps/web/src/features/lesson/live/a.ts', "await fetch('/api/x');", 'fetch'],
    ['the process’s own clock', `${live}/a.ts`, 'const x = Date.now();', 'clock'],
    ['the process’s own clock as a date', `${live}/a.ts`, 'const x = new Date();', 'clock'],
    ['chance in a rule', 'packages/rules/src/a.ts', 'const x = Math.random();', 'chance'],
    [
      'a source that ends people on its own',
      'apps/server/src/modules/connections/sync/a.ts',
      "import { removeMembers } from '../classes/index.ts';",
      'modules/ends',
    ],
    [
      'a question of its own before a deletion',
      'apps/web/src/features/a.tsx',
      "const x = <ConfirmDialog opened title={t('a.sure')} onConfirm={() => deleteThing(1)} />;",
      'DeleteDialog',
    ],
    ['a dialog whose title asks about a deletion', 'apps/web/src/features/a.tsx', "const x = <Dialog opened title={t('a.removeTitle')} />;", 'DeleteDialog'],
    ['SQL outside queries.ts', `${live}/a.ts`, 'const x = sql`SELECT 1`;', 'SQL'],
    ['a query built outside queries.ts', `${live}/a.ts`, "db.selectFrom('x').selectAll();", 'SQL'],
  ])('refused: %s', (_, path, text, problem) => {
    expect(problems(checkCode(repository({ [path]: text })))).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    ['settings in config', 'apps/server/src/platform/config.ts', 'const x = process.env.PORT;'],
    ['a date made of a value', `${live}/a.ts`, 'const x = new Date(row.at);'],
    ['a parameter that happens to be called fetch', 'apps/web/src/join/a.ts', 'export async function refetch(fetch: () => void) { fetch(); }'],
    ['a question about something else', 'apps/web/src/features/a.tsx', "const x = <ConfirmDialog opened title={t('a.restore')} onConfirm={restore} />;"],
    ['SQL in queries.ts', `${live}/queries.ts`, 'const x = sql`SELECT 1`;'],
    ['SQL in a test', `${live}/a.pg.test.ts`, 'const x = sql`SELECT 1`;'],
  ])('allowed: %s', (_, path, text) => {
    expect(checkCode(repository({ [path]: text }))).toEqual([]);
  });

  test.each([
    ['a date formatted in a screen', 'apps/web/src/a.ts', "const x = new Intl.DateTimeFormat('en').format(at);", 'dates are formatted by'],
    ['a date formatted without new', 'apps/server/src/a.ts', "const x = Intl.DateTimeFormat('en').format(at);", 'dates are formatted by'],
    ['a date in the words of the machine', 'apps/web/src/a.ts', 'const x = at.toLocaleDateString();', 'dates are formatted by'],
    ['a date and its time in the words of the machine', 'apps/web/src/a.ts', 'const x = new Date(at).toLocaleString();', 'dates are formatted by'],
    ['a format of one’s own', 'apps/web/src/a.ts', "import { dateFormat } from '@classwright/rules/text/dates';", 'a date has one of the styles'],
    ['a date formatted in a rule', 'packages/rules/src/a.ts', "const x = new Intl.DateTimeFormat('en').format(at);", 'dates are formatted by'],
    ['the machine’s own calendar', 'apps/web/src/a.ts', 'const x = at.getMonth() + 1;', 'a date is put together by hand'],
    ['a day joined to a time', 'apps/web/src/a.ts', 'const x = `${dayOf(at)}, ${timeOf(at)}`;', 'a date is put together by hand'],
    ['a day joined to a time in an element', 'apps/web/src/a.tsx', 'const x = <p>{dayOf(at)}, {timeOf(at)}</p>;', 'a date is put together by hand'],
    ['a message with the wire’s form of a date', 'apps/server/src/a.ts', "t('a', { date: at.toISOString().slice(0, 10) });", 'a date is put together by hand'],
    ['the wire’s form of a moment in UTC', 'apps/server/src/a.ts', 'const x = `${at.toISOString().slice(0, 16)} UTC`;', 'a date is put together by hand'],
    ['a name put together in a screen', 'apps/web/src/a.ts', 'const x = `${row.last_name}, ${row.first_name}`;', 'names of people are written'],
    ['a list sorted by the last name alone', 'apps/server/src/a/queries.ts', 'const x = sql`SELECT id FROM p ORDER BY school, last_name`;', 'nameOrder'],
    ['a last name as a sort key', 'apps/server/src/a/queries.ts', 'const x = sql`p.last_name COLLATE natural_order`;', 'nameOrder'],
    ['a builder that sorts by the last name', 'apps/server/src/a/queries.ts', "const x = q.orderBy('accounts.last_name');", 'nameOrder'],
  ])('[B1810] [B1921] %s is refused', (_, path, text, problem) => {
    expect(problems(checkCode(repository({ [path]: text })))).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    ['dates in the file of formats', 'packages/rules/src/text/dates.ts', "const x = new Intl.DateTimeFormat('en').format(at);"],
    ['the parts of a calendar date in UTC', 'apps/web/src/a.ts', 'const x = at.getUTCDay();'],
    ['asking for the zone', 'apps/web/src/a.ts', 'const x = Intl.DateTimeFormat().resolvedOptions().timeZone;'],
    ['numbers', 'apps/web/src/a.ts', 'const x = count.toLocaleString(locale());'],
  ])('%s may be written', (_, path, text) => {
    expect(checkCode(repository({ [path]: text }))).toEqual([]);
  });

  test('a table that two modules write is refused, by builder or by hand', () => {
    const two = repository({
      'apps/server/src/modules/lesson/live/queries.ts': "db.insertInto('posts').values({});",
      'apps/server/src/modules/class/classes/queries.ts': 'sql`UPDATE posts SET x = 1`;',
    });
    expect(problems(checkTableOwners(two))).toEqual(['the table posts is written by more than one module']);
    expect(checkTableOwners(two.slice(0, 1))).toEqual([]);
  });
});

describe('reads', () => {
  /** A school of three modules: classes (members, hidden), assessments and live, with a list, a public view and one that is not. */
  const school = {
    'apps/server/src/platform/database/schema.gen.ts':
      'export interface Database { levels: L; courses: C; course_members: M; class_staff: V; assessments: A; live_posts: P; live_runs: W; own_view: O; jobs: J; accounts: B; people: E; class_facts: F; course_topics: T }',
    'packages/contract/src/lists/level.ts':
      "defineReferenceList({ name: 'level', table: 'levels' }); defineReferenceList({ table: 'course_topics', writable: false });",
    'apps/server/src/modules/class/classes/queries.ts':
      "sql`UPDATE courses SET x = 1`; sql`UPDATE course_topics SET x = 1`; tx.insertInto('course_members'); db.updateTable('levels');",
    'apps/server/src/modules/class/assessments/save-queries.ts': "tx.insertInto('assessments');",
    [`${live}/write-queries.ts`]: "tx.insertInto('live_posts');",
    'apps/server/src/platform/jobs/queries.ts': "tx.insertInto('jobs');",
  };
  const reads = (path: string, text: string) => problems(checkReads(repository({ ...school, [path]: text })));
  const assessments = 'apps/server/src/modules/class/assessments/queries.ts';

  test.each([
    ['a module reads one below it', assessments, 'sql`SELECT 1 FROM live_posts`', 'assessments may not read live_posts of live'],
    ['one joined by hand', assessments, 'sql`FROM assessments JOIN live_posts post ON true`', 'assessments may not read live_posts'],
    ['one of several', assessments, 'sql`FROM assessments a, live_posts p`', 'assessments may not read live_posts'],
    ['one by builder', assessments, "db.selectFrom('live_posts as post')", 'assessments may not read live_posts'],
    ['one that is joined by builder', assessments, "db.selectFrom('assessments').leftJoin('live_posts', 'a', 'b')", 'assessments may not read live_posts'],
    ['one within a condition', assessments, "exists(selectFrom('live_posts'))", 'assessments may not read live_posts'],
    ['one of several by builder', assessments, "db.selectFrom(['assessments', 'live_posts'])", 'assessments may not read live_posts'],
    [
      'a part of a statement in another file',
      'apps/server/src/modules/class/assessments/parts.ts',
      'sql`live_posts.id`',
      'assessments may not read live_posts',
    ],
    [
      'a list that cannot be written is its module’s',
      'apps/server/src/modules/people/accounts/queries.ts',
      'sql`FROM course_topics`',
      'accounts may not read course_topics of classes',
    ],
    ['the members of classes, by whoever may enter them', `${live}/queries.ts`, "db.selectFrom('course_members')", 'course_members is named by classes alone'],
    ['a wide table, by a module that may enter its owner', `${live}/queries.ts`, 'sql`FROM courses`', 'courses is named by classes alone'],
    ['a wide table in raw SQL', `${live}/queries.ts`, "sql.raw('id FROM accounts')", 'accounts is named by accounts alone'],
    [
      'a view that stands for a table, by a module before its own',
      'apps/server/src/modules/people/accounts/queries.ts',
      'sql`FROM class_facts`',
      'accounts may not read class_facts of classes',
    ],
    ['the platform reads a module', 'apps/server/src/platform/jobs/other-queries.ts', 'sql`FROM live_posts`', "the platform reads no module's table"],
    ['the platform reads a view', 'apps/server/src/platform/jobs/other-queries.ts', 'sql`FROM class_staff`', 'the platform reads no module'],
  ])('refused: %s', (_, path, text, problem) => {
    expect(reads(path, text)).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    [
      'its own tables, lists and those above it',
      `${live}/queries.ts`,
      'sql`FROM live_posts JOIN assessments ON true JOIN class_facts ON true JOIN levels ON true`',
    ],
    ['people, by the module that comes before accounts', 'apps/server/src/modules/people/access/queries.ts', 'sql`FROM people`'],
    ['a public view of one below it', assessments, 'sql`FROM live_runs JOIN class_staff ON true`'],
    ['what the platform keeps', assessments, "db.selectFrom('jobs')"],
    ['a name that is no table here', assessments, "sql`SELECT x AS live_posts, t.live_posts, 'live_posts' FROM assessments t -- live_posts`"],
    ['a list that a module writes too, by one above it', 'apps/server/src/modules/people/accounts/queries.ts', 'sql`FROM levels`'],
    ['a test', 'apps/server/src/modules/class/classes/a.pg.test.ts', "db.selectFrom('live_posts')"],
  ])('allowed: %s', (_, path, text) => {
    expect(reads(path, text)).toEqual([]);
  });

  test('each public view is a view of the schema, and of a module that exists', () => {
    const description = readFileSync(new URL('../../apps/server/migrations/schema.txt', import.meta.url), 'utf8');
    const views = [...description.matchAll(/^view (\w+)$/gm)].map(([, name]) => name);
    const known = { ...publicViews, ...platformViews };
    expect(Object.keys(known).filter((name) => !views.includes(name))).toEqual([]);
    expect(views.filter((name) => name !== undefined && !(name in known))).toEqual([]);
    const modules = readdirSync(new URL('../../apps/server/src/modules/', import.meta.url), { recursive: true, encoding: 'utf8' }).map(
      (path) => path.split('/')[1],
    );
    expect([...Object.values(publicViews).map(({ of }) => of), ...Object.values(hiddenTables)].filter((name) => !modules.includes(name))).toEqual([]);
  });

  test('a view that stands for a table is a plain selection of it or of some of its rows, which PostgreSQL plans as the table', () => {
    const description = readFileSync(new URL('../../apps/server/migrations/schema.txt', import.meta.url), 'utf8');
    for (const [view, { of, isOrdered }] of Object.entries(publicViews)) {
      if (!isOrdered) continue;
      const definition = description.split(`\nview ${view}\n`)[1]?.split('\n\n')[0] ?? '';
      const table = /\n {5}FROM (\w+)(?:\n {4}WHERE [^\n]*)?;$/.exec(definition)?.[1];
      expect(hiddenTables[table ?? view]).toBe(of);
      expect(definition).not.toMatch(/DISTINCT|GROUP BY|\b(?:count|sum|min|max|array_agg)\(|\bOVER\b|app_now|random/);
    }
  });
});

test('the repository is read whole: its own files are found and resolve', { timeout: 120_000 }, () => {
  const sources = readSources();
  expect(sources.find(({ path }) => path === 'tools/schema/generate.ts')?.imports.map(({ file }) => file)).toContain(
    'apps/server/src/platform/database/migrations.ts',
  );
});

describe('styles', () => {
  const check = (text: string) => checkStyles([{ path: 'apps/web/src/a.css', text: `.a {\n  ${text}\n}\n` }]);

  test.each([
    'margin-left: 3px;',
    'left: 0;',
    'scroll-margin-right: 3px;',
    'border-left: 1px solid red;',
    'border-right-width: 0;',
    'border-top-left-radius: 3px;',
    'text-align: right;',
    'text-align: end;',
    'padding: 1px 2px 3px calc(4px + 5px);',
    'inset: 3px auto 3px 3px;',
    'border-width: 0 2px 2px 0;',
    'border-radius: 3px 0;',
    'border-radius: 0 4px 4px 0;',
    'float: left;',
    'transform: rotate(3deg) translateX(3px);',
    'transform-origin: left;',
    'object-position: right top;',
    'background: linear-gradient(to right, red, blue);',
    'box-shadow: inset 3px 0 0 red;',
    'color: red; left: 0',
  ])('refused: %s', (text) => {
    expect(check(text)).toEqual([{ where: 'apps/web/src/a.css:2', problem: expect.stringContaining('start') }]);
  });

  test.each([
    'margin-inline-start: 3px;',
    'inset: 0 auto;',
    'inset: auto 0 0;',
    'padding: 1px 2px 3px 2px;',
    'border-radius: 7px 7px 0 0;',
    'border-start-end-radius: 3px;',
    'text-align: var(--cw-end);',
    'text-align: center;',
    'transform: translateX(calc(3px * var(--cw-forward)));',
    'transform: translateY(-200%);',
    'box-shadow: 0 1px 2px rgb(0 0 0 / 0.12), inset 0 0 0 1px red;',
    'left: 0; /* physical: a film runs one way */',
    '/* physical: a film runs one way */\n  left: 0;',
    '/* margin-left: 3px; */',
  ])('allowed: %s', (text) => {
    expect(check(text)).toEqual([]);
  });

  test('a style of an element says start and end too', () => {
    const sides = repository({ 'apps/web/src/a.tsx': 'export const a = <i style={{ left: 3, insetInlineStart: 3, borderTopLeftRadius: 3 }} title={left} />;' });
    expect(checkCode(sides).map(({ where }) => where)).toEqual(['apps/web/src/a.tsx:1', 'apps/web/src/a.tsx:1']);
  });
});

describe('state where a module loads', () => {
  const found = (text: string, kept = {}) => problems(checkState(repository({ [`${live}/a.ts`]: text }), kept));
  test.each([
    ['a variable', 'let last = 0;\nexport const next = () => (last += 1);'],
    ['a map that is written to', 'const known = new Map<string, number>();\nexport const keep = (key: string) => known.set(key, 1);'],
    ['a list that is written to', 'const all: string[] = [];\nexport function add(one: string) { all.push(one); }'],
    ['an object with a field that is set', 'export const now = { at: 0 };\nexport const tick = () => { now.at += 1; };'],
    ['something of our own making', "import { Queue } from './queue.ts';\nexport const queue = new Queue();"],
    ['a store', "import { createStore } from './store.ts';\nconst store = createStore(0);"],
  ])('%s is refused', (_, text) => {
    expect(found(text)).toEqual([expect.stringContaining('is state that stands where the module loads')]);
    expect(found(text, { [`${live}/a.ts`]: 'why' })).toEqual([]);
  });
  test('what is never written to, what goes with its key, and what a function makes are not', () => {
    expect(
      found(
        "const words = new Set(['a']);\nconst of = new WeakMap<object, number>();\nexport const has = (o: object) => words.has('a') && of.set(o, 1);\n" +
          'export function make() { const all: number[] = []; let last = 0; return () => { all.push(last++); }; }\nexport const sorted = (list: number[]) => list.sort();',
      ),
    ).toEqual([]);
  });
  test('a file that is listed keeps some', () => {
    expect(found('export const a = 1;', { [`${live}/a.ts`]: 'why' })).toEqual(['is listed in state-rules.ts and keeps no state']);
  });
});

describe('[B1843] whoever names rows by their ids', () => {
  const path = 'apps/server/src/modules/class/classes/queries.ts';
  const found = (text: string, known = {}) => problems(checkReach(repository({ [path]: text }), known));
  const held = "import type { Tx } from '../../platform/database/index.ts';\n";
  test.each([
    ['a lock by ids alone', 'export async function lockRequests(tx: Tx, ids: readonly number[]) {}'],
    ['a decision in an arrow', 'const decideAll = (tx: Tx, ids: number[], isRight: boolean) => ids;'],
    ['a change of many', 'export const restoreMany = async (tx: Tx, wanted: readonly number[]) => wanted;'],
  ])('%s is refused, unless it says why', (_, text) => {
    const name = /lockRequests|decideAll|restoreMany/.exec(text)![0];
    expect(found(held + text)).toEqual([expect.stringContaining(`${name} takes ids and not whose they are`)]);
    expect(found(held + text, { [`classes/queries.ts ${name}`]: { why: 'why', from: [] } })).toEqual([]);
  });
  test('a file that calls one is listed with it, and one that does not is not', () => {
    const text = `${held}async function lockRequests(tx: Tx, ids: readonly number[]) {}\nexport const run = (tx: Tx) => lockRequests(tx, [1]);`;
    const of = (from: readonly string[]) => found(text, { 'classes/queries.ts lockRequests': { why: 'why', from } });
    expect(of(['classes/queries.ts'])).toEqual([]);
    expect(of([])).toEqual([expect.stringContaining('see that these are of whoever calls')]);
    expect(of(['classes/queries.ts', 'classes/other.ts'])).toEqual(['lists classes/other.ts in reach-rules.ts, which does not call it']);
    const within = text.replace(' lockRequests(tx, [1])', ' queries.lockRequests(tx, [1])');
    expect(found(within, { 'classes/queries.ts lockRequests': { why: 'why', from: [] } })).toHaveLength(1);
  });
  test.each([
    ['the reach', 'export async function lockRequests(tx: Tx, ids: readonly number[], reach: Reach) {}'],
    ['the reach among other things', 'export async function lockRequests(tx: Tx, ids: readonly number[], { reach, isLate }: Asked) {}'],
    ['the class', 'export async function lockWorks(tx: Tx, courseId: number, ids: readonly number[]) {}'],
    ['the whole call', 'export async function approveMany(call: Call, ids: readonly number[]) {}'],
  ])('one that takes %s is not', (_, text) => expect(found(held + text)).toEqual([]));
  test('one that is listed and needs it no more is told', () => {
    expect(found('export const a = 1;', { 'classes/queries.ts lockRequests': { why: 'why', from: [] } })).toEqual([
      'is listed in reach-rules.ts and is not needed there',
    ]);
  });
});

describe('what a process keeps', () => {
  const path = `${live}/a.ts`;
  const found = (text: string, page = '', withState: string[] = []) =>
    problems(checkKeptCollections(repository({ [path]: text }), new Map([[PAGE_OF_STATES, page]]), withState));
  const row = '| `modules/lesson/live/a.ts` | what | why |';

  test.each([
    ['a map of a class', 'export class Known {\n  readonly #all = new Map<string, number>();\n}'],
    ['gates of a class', 'class Known {\n  gates = new Gates<number>(2);\n}'],
    ['a set of what a function makes', 'export function createKnown() {\n  const all = new Set<string>();\n  return (one: string) => all.add(one);\n}'],
    ['a limit of a module', 'function implementAll() {\n  const limit = new RateLimiter(budget);\n  return [limit];\n}'],
  ])('%s stands in the page of states', (_, text) => {
    expect(found(text)).toEqual([`keeps something in this process: say in ${PAGE_OF_STATES} why it is right with several`]);
    expect(found(text, row)).toEqual([]);
    expect(found(text, 'all of `modules/lesson/live/` is this process’s')).toEqual([]);
  });
  test('so does a file with state where it loads', () => {
    expect(found('let last = 0;', '', [path])).toHaveLength(1);
    expect(found('let last = 0;', row, [path])).toEqual([]);
  });
  test('what is filled where it is made, and what is gone with a call, does not', () => {
    expect(
      found("const words = new Set(['a']);\nexport async function makeAll() { const all = new Map(); return all; }\nfunction sum() { return new Map(); }"),
    ).toEqual([]);
  });
  test('the page names no file that is gone', () => {
    expect(found('export const a = 1;', '| `modules/lesson/live/b.ts` | what | why |')).toEqual([
      'names apps/server/src/modules/lesson/live/b.ts, which is not there',
    ]);
  });
});

describe('callers who wait', () => {
  const found = (text: string, allowed = {}, path = `${live}/a.ts`) => problems(checkWaiting(repository({ [path]: text }), allowed));
  const queue = 'export class A {\n  #all = [];\n  wait() {\n    return new Promise((resolve) => void this.#all.push(resolve));\n  }\n}';

  test.each([
    ['an array', queue],
    ['a map', 'const ask = () => new Promise((resolve, reject) => all.set(1, { resolve, reject }));'],
    ['a function that calls them', 'const ask = () => new Promise((resolve) => { const settle = (it) => resolve(it); all.push({ settle }); });'],
    ['nothing yet, outside of their promise', 'const { promise, resolve } = Promise.withResolvers();'],
  ])('a file that keeps their callbacks in %s is refused, unless it says why', (_, text) => {
    expect(found(text)).toEqual([expect.stringContaining('take a gate of platform/waiting')]);
    expect(found(text, { [`${live}/a.ts`]: 'why' })).toEqual([]);
  });
  test('the gates themselves, tests, and a promise that keeps nothing are not', () => {
    expect(found(queue, {}, 'apps/server/src/platform/waiting/gate.ts')).toEqual([]);
    expect(found(queue, {}, `${live}/a.test.ts`)).toEqual([]);
    expect(found("const closed = () => new Promise((resolve) => { seen.push('a'); sink.once('close', resolve); });")).toEqual([]);
  });
  test('a file that is listed and keeps none any more is reported', () => {
    expect(found('export const a = 1;', { [`${live}/a.ts`]: 'why' })).toEqual(['is listed in waiting-rules.ts and keeps no callers']);
  });
});

describe('[B3046] statements that nobody waits for', () => {
  const found = (statement: string) =>
    problems(checkAwaited(repository({ [`${live}/a.ts`]: `import { saveA, type A } from './a-queries.ts';\nasync function f(tx, db) {\n  ${statement}\n}` })));

  test.each(['saveA(tx, 1);', 'void saveA(tx, 1);', 'if (tx) saveA(tx);'])('%s is refused: it is still under way when the caller goes on', (statement) => {
    expect(found(statement)).toEqual(['saveA(tx, …) is not awaited']);
  });
  test.each(['saveA(db);', 'void saveA(db, 1);', 'void saveA(parts.db);'])('%s is refused: its failure would end the process', (statement) => {
    expect(found(statement)).toEqual(['saveA(db, …) is not awaited']);
  });
  test('[B3075] with void, also one of the same file is refused', () => {
    const own = 'export async function replaceA(tx) {\n  void revokeA(tx, 1);\n}\nasync function revokeA(tx) {\n  await tx.x();\n}';
    expect(problems(checkAwaited(repository({ [`${live}/a-queries.ts`]: own })))).toEqual(['revokeA(tx, …) is not awaited']);
  });
  test.each([
    'await saveA(tx, 1);',
    'await Promise.all([saveA(tx, 1)]);',
    'return saveA(tx);',
    'void saveA(db).catch(() => undefined);',
    'afterCommit(tx, () => undefined);',
  ])('%s is not', (statement) => {
    expect(found(statement)).toEqual([]);
  });
});

describe('[B2970] statements that change all rows of a table', () => {
  const found = (statement: string, path = `${live}/a-queries.ts`) => problems(checkWholeTables(repository({ [path]: `await ${statement};` })));
  const all = ['all rows of seats are deleted or changed; say which, or WHERE true'];

  test.each([
    "tx.deleteFrom('seats').returning('id').execute()",
    "tx.updateTable('seats').set({ a: 1 }).executeTakeFirst()",
    'sql`DELETE FROM seats`.execute(tx)',
    'sql`UPDATE seats SET a = ${1} RETURNING a`.execute(tx)',
    'sql`SELECT 1 FROM rows WHERE id = 1; DELETE FROM seats`.execute(tx)',
    'sql`WITH gone AS (DELETE FROM seats RETURNING id) SELECT id FROM gone WHERE id > 1`.execute(tx)',
  ])('%s is refused', (statement) => {
    expect(found(statement)).toEqual(all);
    expect(found(statement, `${live}/a.test.ts`)).toEqual([]);
  });
  test.each([
    "tx.deleteFrom('seats').where('id', '=', 1).execute()",
    "tx.selectFrom('seats').selectAll().execute()",
    'sql`DELETE FROM seats WHERE true`.execute(tx)',
    'sql`UPDATE seats SET a = 1 FROM rows WHERE rows.id = seats.row_id`.execute(tx)',
    'sql`INSERT INTO seats (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 1`.execute(tx)',
    'sql`SELECT id FROM seats FOR NO KEY UPDATE`.execute(tx)',
  ])('%s is not', (statement) => {
    expect(found(statement)).toEqual([]);
  });
});

describe('files and names that nobody needs', () => {
  const papers = (files: Record<string, string>) => new Map(Object.entries(files));

  test('a package that nobody imports is told; types count with what they describe, and what a script names', () => {
    const declared = JSON.stringify({ dependencies: { zod: '4', pg: '8' }, devDependencies: { '@types/pg': '8', '@types/ws': '8', oxlint: '1' } });
    const sources = repository({ 'apps/server/src/a.ts': "import pg from 'pg'; export { pg };" });
    const found = checkPackages(sources, papers({ 'apps/server/package.json': declared, 'apps/server/lint.mjs': "run('node_modules', 'oxlint', 'bin')" }));
    expect(problems(found)).toEqual(['nobody imports the package zod', 'nobody imports the package @types/ws']);
  });

  const styles = { 'apps/web/src/ui/a.module.css': '.used { color: red; }\n.left > svg:hover { color: blue; }' };
  test.each([
    ['names one', "import styles from './a.module.css'; export const a = styles.used;", ['no code names the class left']],
    ['names both', "import styles from './a.module.css'; export const a = [styles.used, styles['left']];", []],
    [
      'names one that is none',
      "import styles from './a.module.css'; export const a = [styles.used, styles.left, styles.lost];",
      ['a.module.css has no class lost'],
    ],
    ['puts names together', "import styles from './a.module.css'; export const a = (b: string) => styles[b];", []],
    ['hands them on', "import styles from './a.module.css'; export const a = (use: (all: unknown) => void) => use(styles);", []],
    ['imports others', "import styles from './b-a.module.css'; export const a = styles.left;", ['nobody imports these styles']],
  ])('a class that no code names, and a name without a class, are told: code that %s', (_, text, wanted) => {
    const sources = [parseSource('apps/web/src/ui/A.tsx', text, () => true)];
    expect(problems(checkClasses(sources, papers(styles)))).toEqual(wanted);
  });

  test('a page that nothing leads to, and a link that leads nowhere, are told; a link to a folder leads to all in it', () => {
    const pages = papers({
      'README.md': '[docs](docs/README.md)',
      'docs/README.md': '[all](decisions/) [gone](gone.md) [far](https://example.org/x.md)',
      'docs/decisions/a.md': '',
      'docs/alone.md': '[up](README.md)',
    });
    expect(checkPages(pages, (path) => path === 'docs/decisions/' || pages.has(path))).toEqual([
      { where: 'docs/README.md', problem: 'the link to gone.md leads nowhere' },
      { where: 'docs/alone.md', problem: 'no page links here' },
    ]);
  });

  test('a column that nobody names and a function that nobody calls are told', () => {
    const schema = papers({
      'apps/server/migrations/schema.txt':
        "table cars\n  id     bigint not null\n  wheel  text default first_wheel()\n  horn   text\n  constraint cars_pkey PRIMARY KEY (id, horn)\n\nfunction first_wheel() returns text\n  SELECT 'x'\n\nfunction honk() returns text\n  SELECT honk() || id",
    });
    expect(problems(checkDatabase(repository({ 'apps/server/src/a.ts': 'export const wheel = 1;' }), schema))).toEqual([
      'nobody reads or writes cars.horn',
      'nobody calls the function honk',
    ]);
  });
});

describe('[B2050] moments', () => {
  const told = (path: string, text: string) => problems(checkMoments(repository({ [path]: text })));
  const inServer = `${live}/a.pg.test.ts`;

  test.each([
    ['what is expected is reckoned from the machine’s clock', 'tools/a.test.ts', 'expect(at).toBeGreaterThan(Date.now() + 5);', 'nothing of the moment'],
    ['what is looked at is, deep within', 'apps/web/src/a.dom.test.tsx', 'expect(read({ at: [Date.now()] })).not.toBeNull();', 'nothing of the moment'],
    ['a journey does', 'e2e/a.journey.ts', 'await expect.soft(x).resolves.toBe(Date.now());', 'nothing of the moment'],
    ['a test that moves the database’s clock reads the machine’s', inServer, 'await app.clock.advanceMs(5); const due = Date.now();', 'what the database says'],
    ['the same with Google beside it', inServer, 'const due = Date.now(); await school.pass(5);', 'what the database says'],
    ['what is waited for has little time', 'apps/web/src/a.dom.test.tsx', "await within(x).findByText('y', {}, { timeout: 5_000 });", 'no fault'],
    ['the same at a journey', 'e2e/a.journey.ts', "await page.getByText('x').first().waitFor({ state: 'hidden', timeout: 7_000 });", 'no fault'],
    ['the same under a name', 'e2e/a.journey.ts', 'const patience = { timeout: 5_000 };', 'no fault'],
    ['a route is taken away under an answer', 'e2e/a.journey.ts', "await page.unroute('**');", 'unrouteAll'],
  ])('refused: %s', (_, path, text, problem) => {
    expect(told(path, text)).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    ['what is read anew at each look', 'e2e/a.journey.ts', 'await expect.poll(() => Date.now() - at).toBeGreaterThan(3);'],
    ['a wait of minutes', 'tools/a.test.ts', 'await expect.poll(look, { timeout: 60_000 }).toBe(1); await expect.poll(look).toBe(1);'],
    ['a moment that was read before', 'tools/a.test.ts', 'const now = Date.now(); expect(at).toBe(now);'],
    ['the machine’s clock where no other is moved', inServer, 'const due = Date.now();'],
    ['the product’s own', `${live}/a.ts`, 'expect(Date.now());'],
    ['routes that end with what is under way', 'e2e/a.journey.ts', "await page.unrouteAll({ behavior: 'wait' });"],
  ])('allowed: %s', (_, path, text) => {
    expect(told(path, text)).toEqual([]);
  });
});

describe('messages', () => {
  const said = (messages: string, code: string) =>
    problems(checkMessages(repository({ 'packages/contract/src/messages/a.ts': `export const aMessages = { ${messages} };`, 'apps/web/src/ui/a.ts': code })));

  test.each([
    ['by its key', "'a.key': 'x'", "t('a.key');"],
    ['by a template, of a word that stands there', "'a.part.one.more': 'x'", "const kind = 'part'; t(`a.${kind}.one.more`);"],
    ['by a template in a template', "'said.sign.refused': 'x'", "const action = 'sign'; const all = [`${action}.refused`]; t(`said.${all[0]}`);"],
    ['without its form, with a count', "'a.rows.one': 'x', 'a.rows.other': 'y'", "t('a.rows', { count: 2 });"],
    ['by the name of a field', "'a.field.name': 'x'", 'const body = { name: 1 }; for (const key in body) t(`a.field.${key}`);'],
    ['with an ending put to a key', "'a.kind.help': 'x'", "const key = 'a.kind'; t(`${key}.help`);"],
  ])('one that is asked for %s stays', (_, messages, code) => {
    expect(said(messages, code)).toEqual([]);
  });

  test('one that nobody asks for is told, also where a template would make it of a word that stands nowhere', () => {
    expect(said("'a.key': 'x'", "t('a.other');")).toEqual(['nobody asks for the message a.key']);
    expect(said("'a.lost': 'x'", "const kind = 'part'; t(`a.${kind}`); t(`${kind}.${kind}`);")).toEqual(['nobody asks for the message a.lost']);
  });

  test('a key that stands twice, and a sentence under two keys of one catalogue, are told', () => {
    expect(said("'a.b': 'x', 'a.b': 'y'", "t('a.b');")).toEqual([expect.stringContaining('only one of them is ever said')]);
    expect(said("'a.b': 'Nothing of that is here.', 'a.c': 'Nothing of that is here.'", "t('a.b'); t('a.c');")).toEqual([
      'a.c says the same as a.b: one key will do',
    ]);
    expect(said("'a.b': 'Save', 'a.c': 'Save'", "t('a.b'); t('a.c');")).toEqual([]);
  });
});

describe('texts of the web app', () => {
  const checked = (code: string) =>
    problems(
      checkAskedTexts(
        repository({
          'apps/web/src/base/t.ts': 'export const t = (key: string) => key;',
          'apps/web/src/ui/a.tsx': `import { t } from '../base/t.ts';\n${code}`,
        }),
      ),
    );

  test.each([
    ['in a list that the module makes', "const columns = [{ header: t('a.name') }];", 'while the module loads'],
    ['with a key that begins with a variable', 'export const name = (part: string) => t(`${part}.name`);', 'begins with its first word'],
    ['with a key that is added up', "export const name = (part: string) => t(part ? 'a.' + part : 'a.b');", 'begins with its first word'],
  ])('a call of t is refused %s', (_, code, problem) => {
    expect(checked(code)).toEqual([expect.stringContaining(problem)]);
  });

  test('calls in functions, with keys that a build finds, pass', () => {
    expect(checked("const columns = () => [{ header: t('a.name') }];\nexport const kind = (of: string) => t(`a.kind.${of}`);")).toEqual([]);
  });
});
