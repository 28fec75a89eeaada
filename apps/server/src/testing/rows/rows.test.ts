import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listDeclaredRows } from './declared-rows.ts';
import { findProblem } from './judge-rows.ts';
import type { Shape } from './shapes.ts';

/** Returns the declarations in a file of the server. */
function declare(text: string) {
  const root = mkdtempSync(join(tmpdir(), 'classwright-rows-'));
  try {
    const folder = join(root, 'apps/server/src');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(root, 'apps/server/tsconfig.json'),
      JSON.stringify({ compilerOptions: { strict: true, noEmit: true, target: 'esnext', types: [] }, include: ['src'] }),
    );
    writeFileSync(join(folder, 'queries.ts'), text);
    return listDeclaredRows(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test('statements are found with their place, their words and the resolved type', () => {
  const found = declare(`
    declare function sql<T>(parts: TemplateStringsArray, ...values: unknown[]): T;
    declare const client: { query<T>(text: string, values?: unknown[]): T };
    type Id = number & { readonly brand: 'id' };
    interface Base { id: Id; at: Date | null }
    interface Row extends Base { state: 'open' | 'closed'; list: { name: string }[]; more?: unknown }
    export const a = sql<Row>\`SELECT \${1} FROM x\`;
    export const b = client.query<{ known: boolean }>('SELECT true AS known');
    export const untold = sql\`SELECT 1\`;`);
  expect(found).toEqual([
    {
      where: 'apps/server/src/queries.ts:7',
      by: 'sql',
      words: ['SELECT ', ' FROM x'],
      shape: {
        object: {
          id: 'number',
          at: { oneOf: ['null', 'date'] },
          state: { oneOf: [{ is: 'closed' }, { is: 'open' }] },
          list: { list: { object: { name: 'string' } } },
          more: { oneOf: ['any', 'undefined'] },
        },
      },
    },
    {
      where: 'apps/server/src/queries.ts:8',
      by: 'query',
      words: ['SELECT true AS known'],
      shape: { object: { known: { oneOf: [{ is: false }, { is: true }] } } },
    },
  ]);
});

test('a statement without a word of its own is refused: nothing would know it again', () => {
  expect(() => declare('declare function sql<T>(parts: TemplateStringsArray, ...values: unknown[]): T; export const a = sql<{ id: number }>`${1} `;')).toThrow(
    'apps/server/src/queries.ts:1: a statement without words of its own',
  );
});

const INT8 = 20;
const TEXT = 25;
const row: Shape = { object: { id: 'number', name: 'string', left: { oneOf: ['null', 'date'] } } };
const fields = [
  { name: 'id', dataTypeID: INT8 },
  { name: 'name', dataTypeID: TEXT },
  { name: 'left', dataTypeID: 1184 },
];
test.each<[string, Record<string, unknown>[], typeof fields, Shape, string | null]>([
  ['as declared', [{ id: 1, name: 'a', left: null }], fields, row, null],
  ['a null where none is declared', [{ id: 1, name: null, left: null }], fields, row, 'name is null, declared string'],
  ['a text in place of a number', [{ id: '1', name: 'a', left: null }], fields, row, 'id is string, declared number'],
  ['a text of a date', [{ id: 1, name: 'a', left: '2026-01-01' }], fields, row, 'left is "2026-01-01", declared null | date'],
  ['another type, without a row', [], [{ name: 'id', dataTypeID: TEXT }, ...fields.slice(1)], row, 'id is a string, declared number'],
  ['a column less, without a row', [], fields.slice(1), row, 'there is no column id (columns: name, left)'],
  ['a column more', [], [...fields, { name: 'more', dataTypeID: TEXT }], row, 'the column more is not declared'],
  [
    'a word that is none of those',
    [{ state: 'shut' }],
    [{ name: 'state', dataTypeID: TEXT }],
    { object: { state: { oneOf: [{ is: 'open' }] } } },
    'state is "shut", declared "open"',
  ],
  [
    'something within JSON',
    [{ best: { at: '2026' } }],
    [{ name: 'best', dataTypeID: 3802 }],
    { object: { best: { oneOf: ['null', { object: { at: 'date' } }] } } },
    'best.at is string, declared date',
  ],
  [
    'one of two kinds of row',
    [{ a: 1, b: null }],
    [],
    { oneOf: [{ object: { a: 'number', b: 'number' } }, { object: { a: 'null', b: 'null' } }] },
    'b is null, declared number',
  ],
])('%s', (_, rows, columns, shape, problem) => {
  expect(findProblem({ rows, fields: columns }, shape)).toBe(problem);
});
