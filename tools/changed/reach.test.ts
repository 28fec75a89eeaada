import { expect, test } from 'vitest';
import { parseSource } from '../house-rules/source.ts';
import { chooseTests } from './choose-tests.ts';
import { compareTexts } from './difference.ts';
import { findReached, type Limits } from './reach.ts';

type Files = Readonly<Record<string, string>>;

const limits: Limits = {
  isTest: (path) => path.endsWith('.test.ts') || path.endsWith('.journey.ts'),
  isRoof: (path) => path === 'apps/server/src/app.ts',
  isRegistry: (path) => ['packages/contract/src/contract.ts', 'packages/contract/src/messages/en.ts'].includes(path),
  isKeyed: (path) => path.startsWith('packages/contract/src/messages/'),
};

const parse = (files: Files) => Object.entries(files).map(([path, text]) => parseSource(path, text, (other) => Object.hasOwn(files, other)));

/** The files that a change of one file's text reaches, without the file itself. */
function reach(files: Files, path: string, from: string, to: string): string[] {
  if (!files[path]?.includes(from)) throw new Error(`${path} does not hold ${from}`);
  const sources = parse({ ...files, [path]: (files[path] as string).replace(from, to) });
  const reached = findReached([path], sources, limits, ({ text }) => compareTexts(path, files[path] as string, text, (name) => limits.isKeyed(path, name)));
  return [...reached].filter((one) => one !== path).toSorted();
}

const school: Files = {
  'packages/contract/src/index.ts':
    "export * from './class/a.ts';\nexport { b as renamed } from './class/b.ts';\nexport { contract } from './contract.ts';\nexport { en } from './messages/en.ts';",
  'packages/contract/src/contract.ts': "import * as a from './class/a.ts';\nexport const contract = [a];",
  'packages/contract/src/class/a.ts':
    "const DAYS = 100;\nexport const listA = endpoint(DAYS);\nexport const saveA = endpoint('save');\nexport const View = object();\nexport type View = typeof View;",
  'packages/contract/src/class/b.ts': "export const b = endpoint('b');",
  'packages/contract/src/messages/en.ts': "import { words } from './words.ts';\nexport const en = { ...words };",
  'packages/contract/src/messages/words.ts':
    "export const words = { 'a.title': 'A', 'a.kind.work': 'Work', 'a.count.one': '1', 'a.count.other': '{count}', 'a.unsaid.text': 'x', 'error.GONE': 'Gone' } as const;",
  'apps/server/src/app.ts':
    "import { listModule } from './modules/class/list/index.ts';\nimport { contract } from '@classwright/contract';\nstart(listModule, contract);",
  'apps/server/src/modules/class/list/index.ts': "import { listA } from '@classwright/contract';\nexport const listModule = implement(listA);",
  'apps/server/src/modules/class/save/index.ts':
    "import { saveA } from '@classwright/contract';\nexport const saveModule = implement(saveA, (t) => t('a.title'));",
  'apps/server/src/modules/class/gone/index.ts':
    "import type { View } from '@classwright/contract';\nexport const gone = (view: View) => { throw appError('GONE'); };",
  'apps/server/src/walk.test.ts': "import { contract } from '@classwright/contract';\nfor (const call of contract) test(call);",
  'apps/server/src/words.test.ts': "import { en } from '@classwright/contract';\nfor (const [key] of Object.entries(en)) test(key);",
  'apps/web/src/features/class/a/load.ts':
    "import type { listA, View } from '@classwright/contract';\nexport const load = () => api<typeof listA>('/a');\nexport interface Shown { view: View }",
  'apps/web/src/features/class/a/Screen.tsx':
    "import { load } from './load.ts';\nimport { t } from './t.ts';\nexport const Screen = () => <p>{t(`a.kind.${load()}`)}</p>;",
  'apps/web/src/features/class/a/Count.tsx': "import { t } from './t.ts';\nexport const Count = () => <p>{t('a.count', { count: 2 })}</p>;",
  'apps/web/src/features/class/a/t.ts': "import { words } from '@classwright/contract/messages/words';\nexport const t = messages({ ...words });",
};

const change = (path: string, from: string, to: string) => reach(school, path, from, to);
const calls = 'packages/contract/src/class/a.ts';
const words = 'packages/contract/src/messages/words.ts';

test('a call reaches those who take it by name through a barrel, the screen that names its type, and tests that go through all calls', () => {
  expect(change(calls, "'save'", "'other'")).toEqual(['apps/server/src/modules/class/save/index.ts', 'apps/server/src/walk.test.ts']);
  expect(change(calls, '100', '200')).toEqual([
    'apps/server/src/modules/class/list/index.ts',
    'apps/server/src/walk.test.ts',
    'apps/web/src/features/class/a/Screen.tsx',
    'apps/web/src/features/class/a/load.ts',
  ]);
});

test('a view reaches the screens that are held to its type, and no module of the server that only names the type', () => {
  const reached = change(calls, 'object()', 'object(1)');
  expect(reached).toContain('apps/web/src/features/class/a/load.ts');
  expect(reached).not.toContain('apps/server/src/modules/class/gone/index.ts');
});

test('a name is followed where it is exported again under another one', () => {
  const files = {
    ...school,
    'apps/server/src/modules/class/b/index.ts': "import { renamed } from '@classwright/contract';\nexport const module = implement(renamed);",
  };
  expect(reach(files, 'packages/contract/src/class/b.ts', "'b'", "'c'")).toEqual(['apps/server/src/modules/class/b/index.ts']);
});

test('a message reaches those who ask for its key: as it is, without the form of a count, or by a template', () => {
  const walks = 'apps/server/src/words.test.ts';
  expect(change(words, "'A'", "'B'")).toEqual(['apps/server/src/modules/class/save/index.ts', walks]);
  expect(change(words, "'1'", "'one'")).toEqual([walks, 'apps/web/src/features/class/a/Count.tsx']);
  expect(change(words, "'Work'", "'Task'")).toEqual([walks, 'apps/web/src/features/class/a/Screen.tsx']);
});

test('a message whose key nobody writes down reaches all who take its catalogue', () => {
  expect(change(words, "'x'", "'y'")).toEqual([
    'apps/server/src/words.test.ts',
    'apps/web/src/features/class/a/Count.tsx',
    'apps/web/src/features/class/a/Screen.tsx',
    'apps/web/src/features/class/a/t.ts',
  ]);
});

test('the message of a failure reaches the places of its code', () => {
  expect(change(words, "'Gone'", "'Away'")).toContain('apps/server/src/modules/class/gone/index.ts');
});

test('a comment reaches nobody', () => {
  expect(change(calls, 'const DAYS', '/** The most days. */\nconst DAYS')).toEqual([]);
});

test('a roof is followed when it changed itself, not when something below it did', () => {
  const files = { ...school, 'apps/server/src/program.ts': "import './app.ts';\nrun();" };
  expect(reach(files, calls, '100', '200')).not.toContain('apps/server/src/program.ts');
  expect(reach(files, 'apps/server/src/app.ts', 'start(', 'begin(')).toEqual(['apps/server/src/program.ts']);
});

test('what cannot be followed by name counts as a whole: effects, later imports, objects of all names', () => {
  const files: Files = {
    'apps/web/src/base/a.ts': 'export const one = 1;\nexport const two = 2;\nexport const make = () => new Map();',
    'apps/web/src/base/effect.ts': "import { one } from './a.ts';\nregister(one);\nexport const other = 3;",
    'apps/web/src/base/of-effect.ts': "import { other } from './effect.ts';\nexport const fourth = other;",
    'apps/web/src/base/later.ts': "export const open = () => import('./a.ts');\nexport const closed = 1;",
    'apps/web/src/base/of-later.ts': "import { open } from './later.ts';\nexport const now = open;",
    'apps/web/src/base/of-closed.ts': "import { closed } from './later.ts';\nexport const shut = closed;",
    'apps/web/src/base/all.ts': "import * as all from './a.ts';\nexport const list = Object.values(all);",
    'apps/web/src/base/dotted.ts': "import * as all from './a.ts';\nexport const second = all.two;",
  };
  const base = (...names: string[]) => names.map((name) => `apps/web/src/base/${name}.ts`);
  expect(reach(files, 'apps/web/src/base/a.ts', '= 1', '= 10')).toEqual(base('all', 'effect', 'later', 'of-effect', 'of-later'));
  expect(reach(files, 'apps/web/src/base/a.ts', '= 2', '= 20')).toEqual(base('all', 'dotted', 'later', 'of-later'));
});

test('what one function writes where another reads reaches those who call the other', () => {
  const files: Files = {
    'apps/web/src/base/kept.ts':
      'const kept = new Map();\nexport const put = (a: string) => kept.set(a, 1);\nexport const get = (a: string) => kept.get(a);\nexport const free = 1;',
    'apps/web/src/base/reader.ts': "import { get } from './kept.ts';\nexport const read = () => get('a');",
    'apps/web/src/base/other.ts': "import { free } from './kept.ts';\nexport const other = free;",
  };
  expect(reach(files, 'apps/web/src/base/kept.ts', 'set(a, 1)', 'set(a, 2)')).toEqual(['apps/web/src/base/reader.ts']);
});

test('a file that is read as a text, or started as a worker, reaches those who name it', () => {
  const files: Files = {
    'apps/server/src/modules/a/b/worker.ts': 'run(1);',
    'apps/server/src/modules/a/b/start.ts': "export const start = () => new Worker(new URL('./worker.ts', import.meta.url));\nexport const rest = 1;",
    'apps/server/src/modules/a/b/use.ts': "import { start } from './start.ts';\nexport const use = start;",
    'apps/server/src/modules/a/b/rest.ts': "import { rest } from './start.ts';\nexport const more = rest;",
    'apps/server/src/modules/a/b/one.test.ts': "expect(readFileSync('apps/server/src/modules/a/b/worker.ts')).toBe('');",
    'apps/server/src/all.test.ts': "for (const path of globSync('**/*.ts', { cwd: new URL('./modules', import.meta.url) })) test(path);",
    'apps/server/src/sheets.test.ts': "for (const path of globSync('**/*.css', { cwd: new URL('./modules', import.meta.url) })) test(path);",
  };
  expect(reach(files, 'apps/server/src/modules/a/b/worker.ts', '1', '2')).toEqual([
    'apps/server/src/all.test.ts',
    'apps/server/src/modules/a/b/one.test.ts',
    'apps/server/src/modules/a/b/start.ts',
    'apps/server/src/modules/a/b/use.ts',
  ]);
});

test('a style sheet reaches the components that take their classes from it', () => {
  const sources = parse({
    'apps/web/src/ui/plain/Box.tsx': "import styles from './Box.module.css';\nexport const Box = () => <p className={styles.a} />;\nexport const WIDTH = 3;",
    'apps/web/src/ui/plain/box.dom.test.tsx': "import { Box } from './Box.tsx';\nrender(Box);",
    'apps/web/src/ui/form/width.dom.test.tsx': "import { WIDTH } from '../plain/Box.tsx';\nexpect(WIDTH).toBe(3);",
  });
  expect(chooseTests(['apps/web/src/ui/plain/Box.module.css'], sources)).toEqual({ all: false, files: ['apps/web/src/ui/plain/box.dom.test.tsx'] });
});

test('a test of a module stands for all of it, a test of a screen for what it takes', () => {
  const files: Files = {
    'apps/server/src/platform/zip.ts': 'export const zip = 1;',
    'apps/server/src/modules/bank/files/pack.ts': "import { zip } from '../../../platform/zip.ts';\nexport const pack = zip;",
    'apps/server/src/modules/bank/files/files.pg.test.ts': "test('calls an endpoint');",
    'apps/server/src/modules/bank/other/other.pg.test.ts': "test('calls another');",
    'packages/rules/src/text/a.ts': 'export const a = 1;',
    'apps/web/src/features/bank/files/A.tsx': "import { a } from '@classwright/rules/text/a';\nexport const A = a;\nexport const B = 2;",
    'apps/web/src/features/bank/files/a.dom.test.tsx': "import { A } from './A.tsx';\nexpect(A).toBe(1);",
    'apps/web/src/features/bank/files/b.dom.test.tsx': "import { B } from './A.tsx';\nexpect(B).toBe(2);",
    'apps/web/src/features/bank/files/page.dom.test.tsx': "import { openApp } from '../../../testing/open-app.tsx';\nopenApp('/files');",
    'apps/web/src/testing/open-app.tsx': 'export const openApp = () => undefined;',
  };
  const sources = parse(files);
  expect(chooseTests(['apps/server/src/platform/zip.ts'], sources)).toEqual({ all: false, files: ['apps/server/src/modules/bank/files/files.pg.test.ts'] });
  expect(chooseTests(['packages/rules/src/text/a.ts'], sources)).toEqual({
    all: false,
    files: ['apps/web/src/features/bank/files/a.dom.test.tsx', 'apps/web/src/features/bank/files/page.dom.test.tsx'],
  });
});
