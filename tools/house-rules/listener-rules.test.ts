import { expect, test } from 'vitest';
import { checkListeners } from './listener-rules.ts';
import { parseSource } from './source.ts';

const found = (text: string, path = 'apps/server/src/modules/class/classes/a.ts') =>
  checkListeners([parseSource(path, text, () => false)]).map(({ problem }) => problem.split(' ')[0]);

test.each([
  ['a set whose type ends with Listener', 'const heard = new Set<GradesListener>();\nexport const add = (one: GradesListener) => heard.add(one);'],
  ['a list of functions', 'const heard: (() => void)[] = [];\nexport const add = (one: () => void) => heard.push(one);'],
  ['a set of a type of functions', 'type Told = (id: number) => void;\nconst heard = new Set<Told>();\nexport const add = (one: Told) => heard.add(one);'],
  [
    'a set whose items are called',
    'const heard = new Set<X>();\nexport const add = (one: X) => heard.add(one);\nexport function tell() { for (const one of heard) one(1); }',
  ],
])('[B2083] %s is refused where a module loads', (_, text) => {
  expect(found(text)).toEqual(['heard']);
  expect(found(text, 'apps/server/src/platform/a.ts')).toEqual(['heard']);
  expect(found(text, 'apps/web/src/base/a.ts')).toEqual([]);
});

test('a fixed list of functions, a collection of values, and one that a function makes are not', () => {
  expect(found('const steps: (() => void)[] = [a, b];\nexport function run() { for (const step of steps) step(); }')).toEqual([]);
  expect(found('const known = new Set<number>();\nexport const add = (id: number) => known.add(id);')).toEqual([]);
  expect(found('export function make() { const heard = new Set<Listener>(); return (one: Listener) => heard.add(one); }')).toEqual([]);
});
