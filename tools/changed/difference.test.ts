import { expect, test } from 'vitest';
import { compareTexts, noDifference } from './difference.ts';

const compare = (before: string, now: string, isKeyed = (_name: string) => false) => compareTexts('packages/contract/src/a.ts', before, now, isKeyed);

test('a declaration that changed is named, exported or not, and its neighbors are not', () => {
  const before = "const limit = 1;\nexport function read() { return limit; }\nexport const other = 'a', third = 'b';\nexport interface View { a: string }";
  expect(compare(before, before.replace('= 1', '= 2'))?.locals).toEqual(new Set(['limit']));
  expect(compare(before, before.replace("'b'", "'c'"))?.locals).toEqual(new Set(['third']));
  expect(compare(before, before.replace('a: string', 'a: number'))?.locals).toEqual(new Set(['View']));
  expect(compare(before, before.replace('return limit', 'return limit + 1'))?.locals).toEqual(new Set(['read']));
});

test('comments, blank lines and the order of declarations change nothing', () => {
  const before = '/** Says one. */\nexport const one = {\n  // first\n  a: 1,\n};\nexport const two = 2;';
  expect(compare(before, 'export const two = 2;\n\n/** Says another. */\nexport const one = {\n\n  a: 1,\n};')).toEqual(noDifference);
});

test('a name that came, went or means the name of another file is named', () => {
  expect(compare('export const a = 1;', 'export const a = 1;\nexport const b = 2;')?.locals).toEqual(new Set(['b']));
  expect(compare('export const a = 1;\nexport const b = 2;', 'export const a = 1;')?.locals).toEqual(new Set(['b']));
  expect(compare("import { x } from './x.ts';\nexport const a = x;", "import { x } from './y.ts';\nexport const a = x;")?.locals).toEqual(new Set(['x']));
  expect(compare("export { a } from './x.ts';", "export { a } from './y.ts';")?.exports).toEqual(new Set(['a']));
  expect(compare("export * from './x.ts';", "export * from './x.ts';\nexport * from './y.ts';")?.passedOn).toEqual(new Set(['./y.ts']));
});

test('where a file does something else when it loads, nothing can be said of single names', () => {
  expect(compare('export const a = 1;\nstart();', 'export const a = 1;\nstart(2);')).toBeNull();
  expect(compare('export const a = 1;', "import './effects.ts';\nexport const a = 1;")).toBeNull();
  expect(compare('export const a = 1;', 'export const a = ;')).toBeNull();
});

test('of a keyed object the keys are named, unless more than entries changed', () => {
  const before = "export const words = {\n  ...others,\n  'a.b': 'One',\n  'a.c': 'Two',\n} as const;";
  const keysOf = (now: string) => compare(before, now, (name) => name === 'words')?.keys.get('words');
  expect(keysOf(before.replace('Two', 'Three'))).toEqual(new Set(['a.c']));
  expect(keysOf(before.replace("  'a.c': 'Two',\n", ''))).toEqual(new Set(['a.c']));
  expect(keysOf(before.replace('} as const', "  'a.d': 'New',\n} as const"))).toEqual(new Set(['a.d']));
  expect(keysOf(before.replace('...others', '...more'))).toBeUndefined();
  expect(compare(before, before.replace('...others', '...more'), (name) => name === 'words')?.locals).toEqual(new Set(['words']));
  expect(compare(before, before.replace('Two', 'Three'))?.locals).toEqual(new Set(['words']));
});
