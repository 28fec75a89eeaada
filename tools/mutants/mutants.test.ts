import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';
import { parseSource, readSources } from '../house-rules/source.ts';
import { chooseFaults, roomOf } from './choose-faults.ts';
import { type Fault, listFaults, placeFault } from './list-faults.ts';
import { readOptions, USAGE } from './options.ts';
import { orderTests } from './order-tests.ts';
import { Place } from './place-fault.ts';
import { runMutants } from './run.ts';
import { tryFault } from './try-fault.ts';

const sources = readSources();
const list = (text: string) =>
  listFaults(parseSource('packages/rules/src/sample/a.ts', text, () => false)).map(({ kind, before, after }) => `${kind}: ${before} → ${after}`);

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('[B3040] the same seed draws the same faults, another seed draws others, and every module gets its share', () => {
  const drawn = chooseFaults(sources, { seed: 7, count: 60 });
  expect(chooseFaults(sources, { seed: 7, count: 60 })).toEqual(drawn);
  expect(chooseFaults(sources, { seed: 8, count: 60 })).not.toEqual(drawn);
  expect(new Set(drawn.map(({ path }) => roomOf(path))).size).toBe(60);
  for (const side of ['apps/server/src/modules/', 'apps/server/src/platform/', 'apps/web/src/', 'packages/rules/', 'packages/contract/'])
    expect(drawn.filter(({ path }) => path.startsWith(side)).length).toBeGreaterThan(1);
  const ofOne = chooseFaults(sources, { seed: 7, count: 5, only: 'packages/rules/src/grading/' });
  expect(ofOne.filter(({ path }) => !path.startsWith('packages/rules/src/grading/'))).toEqual([]);
  expect(new Set(ofOne).size).toBe(5);
}, 120_000);

test('[B3040] each of five hundred drawn faults leaves a program, and changes its text', () => {
  for (const fault of chooseFaults(sources, { seed: 11, count: 500 })) {
    const text = sources.find(({ path }) => path === fault.path)?.text ?? '';
    const placed = placeFault(text, fault);
    expect(placed).not.toBe(text);
    expect({ ...fault, errors: parseSync(fault.path, placed).errors }).toMatchObject({ errors: [] });
  }
}, 120_000);

test('[B3041] faults are placed by what the code does', () => {
  expect(list('export const f = (a: number, b: number) => a < b && b > 1;')).toEqual([
    'and, or: a < b && b > 1 → (a < b || b > 1)',
    'edge of a comparison: a < b → a <= b',
    'edge of a comparison: b > 1 → b >= 1',
  ]);
  expect(list('export const next = (at?: number) => (at ?? 0) + 1;')).toEqual([
    'one more or less: (at ?? 0) + 1 → (at ?? 0)',
    'another default: at ?? 0 → at ?? 1',
  ]);
  expect(list('function f(rows: number[]) { if (rows.length === 2) return; go(); }')).toEqual([
    'condition negated: rows.length === 2 → !(rows.length === 2)',
    'early end left out: if (rows.length === 2) return; → ;',
  ]);
  expect(list('export const f = (all: number[]) => Math.max(...all.filter((one) => one % 2));')).toEqual([
    'smallest, largest: Math.max → Math.min',
    'filter keeps all: (one) => one % 2 → () => true',
  ]);
  expect(list('async function f() { await saveRow(1); await go(); }')).toEqual([
    'call left out: await saveRow(1); → ;',
    'not awaited: await saveRow(1); → void saveRow(1);',
    'call left out: await go(); → ;',
  ]);
});

test.each([
  ['a narrowed type', 'export const f = (a: string | null) => a !== null && a.length;'],
  ['a kind of a union', "export function f(a: A) { if (a.kind === 'one') return 1; return 2; }"],
  ['logs', 'log.info(`${a < b}`, a < b);'],
  ['the words of an error', 'function f() { throw new Error(a < b ? c : d); }'],
  ['types', 'export type A = B extends C ? D : E;'],
  ['an order, in which equal ones may go either way', 'export const f = (a: number, b: number) => (a < b ? -1 : 1);'],
  ['a condition that is always met', 'export const empty = (tx: Tx) => sql`DELETE FROM seats WHERE true`.execute(tx);'],
  ['the look of an element', 'export const numbered = (index: number) => <p className={index < 1 ? one : two} />;'],
])('[B3041] %s is left alone', (_, text) => {
  expect(listFaults(parseSource('apps/web/src/base/a.tsx', text, () => false))).toEqual([]);
});

test('[B3041] a condition of SQL is left out as a whole, and the statement stays one', () => {
  const leave = (text: string) =>
    listFaults(parseSource('apps/server/src/platform/a.ts', text, () => false)).map((fault) => placeFault(text, fault).replace(/^const a = sql`|`;$/g, ''));
  expect(leave('const a = sql`SELECT 1 FROM a WHERE id = ${id} AND day BETWEEN ${from} AND ${to} AND (b OR c) ORDER BY id`;')).toEqual([
    'SELECT 1 FROM a WHERE TRUE AND day BETWEEN ${from} AND ${to} AND (b OR c) ORDER BY id',
    'SELECT 1 FROM a WHERE id = ${id} AND TRUE AND (b OR c) ORDER BY id',
    'SELECT 1 FROM a WHERE id = ${id} AND day BETWEEN ${from} AND ${to} AND TRUE ORDER BY id',
  ]);
  expect(leave("const a = sql`DELETE FROM a WHERE note = 'x AND y' AND EXISTS (SELECT FROM b WHERE b.id = a.id)`;")).toEqual([
    'DELETE FROM a WHERE TRUE AND EXISTS (SELECT FROM b WHERE b.id = a.id)',
    "DELETE FROM a WHERE note = 'x AND y' AND TRUE",
    "DELETE FROM a WHERE note = 'x AND y' AND EXISTS (SELECT FROM b WHERE TRUE)",
  ]);
  expect(leave('const a = sql`SELECT 1 FROM a WHERE id = $1`;')).toEqual([]);
  expect(leave('const a = sql`Read this AND that WHERE you can`;')).toEqual([]);
});

test('[B3042] the tests of a fault come in order: its folder, its module and its namesakes, then those that reach it', () => {
  const fault = chooseFaults(sources, { seed: 1, count: 1, only: 'apps/server/src/modules/class/calendar/queries.ts' })[0] as Fault;
  const files = orderTests(fault, sources).flat();
  const first = files.findIndex((file) => dirname(file) !== dirname(fault.path));
  expect(files.slice(0, first)).toContain('apps/server/src/modules/class/calendar/calendar.pg.test.ts');
  expect(files.slice(first).filter((file) => dirname(file) === dirname(fault.path))).toEqual([]);
  expect(files.filter((file) => /\.proof\.test\.ts$|\.journey\.ts$|^tools\//.test(file))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});

/** Makes a folder with one file, its test, and settings under which vitest runs them. */
function makeSample({ test: body }: { test: string }) {
  const root = mkdtempSync(join(tmpdir(), 'mutants-'));
  folders.push(root);
  const files = {
    'packages/rules/src/sample/price.ts':
      'export const isFree = (cents: number): boolean => cents < 1;\nexport const isDear = (cents: number): boolean => cents > 100;\n',
    'packages/rules/src/sample/price.test.ts': `import { isDear, isFree } from './price.ts';\n${body}`,
    'vitest.config.ts': "export default { test: { projects: [{ test: { name: 'unit', include: ['packages/**/*.test.ts'], globals: true } }] } };\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const file = join(root, 'packages/rules/src/sample/price.ts');
  const parsed = Object.entries(files).map(([path, text]) => parseSource(path, text, (other) => Object.hasOwn(files, other)));
  return {
    root,
    file,
    text: readFileSync(file, 'utf8'),
    sources: parsed,
    faults: parsed.flatMap((source) => (roomOf(source.path) === null ? [] : listFaults(source))),
  };
}

test('[B3043] a fault that a test notices dies by it, another survives, and the file is restored with its time', async () => {
  const sample = makeSample({ test: "test('nothing is free', () => expect([isFree(0), isFree(1), isDear(500)]).toEqual([true, false, true]));\n" });
  const { mtimeMs } = statSync(sample.file);
  const printed: string[] = [];
  const code = await runMutants(readOptions(['--seed', '5']), { ...sample, print: (line) => printed.push(line) });
  expect(printed).toEqual([
    expect.stringMatching(
      /^1 packages\/rules\/src\/sample\/price\.ts:1 edge of a comparison: cents < 1 → cents <= 1\n {2}died \(\d+ s\) by packages\/rules\/src\/sample\/price\.test\.ts › nothing is free$/,
    ),
    expect.stringMatching(
      /^2 packages\/rules\/src\/sample\/price\.ts:2 edge of a comparison: cents > 100 → cents >= 100\n {2}SURVIVED 1 of 1 files of tests \(\d+ s\)$/,
    ),
    'Seed 5: 2 faults, 1 died, 1 survived.',
  ]);
  expect(code).toBe(1);
  expect(readFileSync(sample.file, 'utf8')).toBe(sample.text);
  expect(statSync(sample.file).mtimeMs).toBeCloseTo(mtimeMs, 0);
}, 120_000);

test('[B3046] a write that is not awaited is refused by the rules of the house, without any test', async () => {
  const path = 'apps/server/src/modules/class/sample/index.ts';
  const text = "import { saveRow } from './queries.ts';\nexport async function save(tx: Tx) {\n  await saveRow(tx);\n  await go();\n}\n";
  const source = parseSource(path, text, () => false);
  const faults = listFaults(source).filter(({ kind }) => kind === 'not awaited');
  const printed: string[] = [];
  const root = mkdtempSync(join(tmpdir(), 'mutants-'));
  folders.push(root);
  expect(await runMutants(readOptions([]), { sources: [source], root, faults, print: (line) => printed.push(line) })).toBe(0);
  expect(printed[0]).toContain('died (0 s) by npm run check › saveRow(tx, …) is not awaited');
});

test('[B3043] a test that fails without the fault too says nothing about it', async () => {
  const sample = makeSample({ test: "test('is broken', () => expect(isFree(0)).toBe(isDear(0)));\n" });
  const printed: string[] = [];
  await runMutants(readOptions(['--at', '1']), { ...sample, print: (line) => printed.push(line) });
  expect(printed.at(-1)).toBe('Seed 1: 1 faults, 0 died, 1 survived.');
}, 120_000);

test('[B3043] a fault by which tests do not end has died, and tests that are slow anyway say nothing', async () => {
  const { root, text, file, faults } = makeSample({ test: '' });
  const [fault] = faults as [Fault];
  const tryWith = (endsAlone: boolean) =>
    tryFault(fault, {
      ...{ lists: [['a.test.ts']], limitMs: 50, place: new Place(root), sound: new Set() },
      tests: { run: async () => (readFileSync(file, 'utf8') === text && endsAlone ? { failed: null, ran: 1 } : 'late') },
    });
  expect((await tryWith(true)).diedBy).toBe('a.test.ts › they do not end');
  expect((await tryWith(false)).diedBy).toBeNull();
});

test('[B3044] a run that is interrupted restores the file at once and ends', async () => {
  const sample = makeSample({ test: "test('takes long', () => new Promise((resolve) => setTimeout(resolve, 600_000)), 700_000);\n" });
  const signals = new EventEmitter();
  const running = runMutants(readOptions([]), { ...sample, print: () => undefined, signals });
  await vi.waitFor(() => expect(readFileSync(sample.file, 'utf8')).toContain('cents <= 1'), { timeout: 30_000 });
  signals.emit('SIGINT');
  expect(readFileSync(sample.file, 'utf8')).toBe(sample.text);
  expect(await running).toBe(1);
  expect(readFileSync(sample.file, 'utf8')).toBe(sample.text);
}, 120_000);

test('[B3044] after a run that was killed the next one restores the file', () => {
  const sample = makeSample({ test: '' });
  new Place(sample.root).place(sample.faults[0] as Fault);
  expect(readFileSync(sample.file, 'utf8')).not.toBe(sample.text);
  expect(new Place(sample.root).restoreLeftover()).toBe('packages/rules/src/sample/price.ts');
  expect(readFileSync(sample.file, 'utf8')).toBe(sample.text);
  expect(new Place(sample.root).restoreLeftover()).toBeNull();
});

test('[B3044] a second run in one folder is refused while the first one is under way', async () => {
  const sample = makeSample({ test: '' });
  new Place(sample.root).place(sample.faults[0] as Fault);
  const kept = join(sample.root, 'node_modules/.cache/mutants.json');
  writeFileSync(kept, JSON.stringify({ ...JSON.parse(readFileSync(kept, 'utf8')), pid: process.ppid }));
  await expect(runMutants(readOptions([]), { ...sample, print: () => undefined })).rejects.toThrow('Another run');
  expect(readFileSync(sample.file, 'utf8')).toContain('cents <= 1');
});

test('a wrong option is named, and the usage is one line', () => {
  expect(() => readOptions(['--count', 'many'])).toThrow('--count');
  expect(() => readOptions(['--at', '0'])).toThrow('--at');
  expect(() => readOptions(['--minutes', '0'])).toThrow('--minutes');
  expect(readOptions(['--minutes', '1.5'])).toMatchObject({ minutes: 1.5 });
  expect(USAGE).not.toContain('\n');
});
