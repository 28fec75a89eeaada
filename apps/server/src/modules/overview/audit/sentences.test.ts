import * as product from '@classwright/contract';
import { en, referenceLists } from '@classwright/contract';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeEntry } from './sentence.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Files that write entries, or name an action that other code writes. */
const sources = globSync('**/*.ts', { cwd: root })
  .filter((file) => !/\.test\.ts$|(^|\/)(testing|demo)\//.test(file))
  .map((file) => ({ file, text: readFileSync(`${root}/${file}`, 'utf8') }))
  .filter(({ text }) => /\baction\b/.test(text));

const names = new Map<string, string>(
  Object.entries(product).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value ? [[name, (value as unknown as { name: string }).name]] : [],
  ),
);
/** The actions of lists on their rows. Their sentence is that of the verb. */
const VERBS = ['create', 'update', 'delete', 'restore', 'purge', 'archive'];

/** Returns every action that a source can write, with its file. */
function actionsIn({ file, text }: { file: string; text: string }): { action: string; file: string }[] {
  const named = [...text.matchAll(/\b([a-zA-Z]\w*)\.name\b/g)].flatMap(([, name = '']) => names.get(name) ?? []);
  const literal = [...text.matchAll(/\baction: '([\w-]+(?:\.[\w-]+)+)'/g)].map(([, action = '']) => action);
  const built = [...text.matchAll(/`\$\{(\w+)\.name\}\.(\w+)`/g)].flatMap(([, name = '', verb]) => (names.has(name) ? [`${names.get(name)}.${verb}`] : []));
  return [...named, ...literal, ...built].map((action) => ({ action, file }));
}

const hasSentence = (action: string): boolean => `audit.said.${action}` in en;

test('[B1470] every kind of act that the sources can write into the trail has a sentence of its own', () => {
  const actions = sources.flatMap(actionsIn);
  expect(actions.length).toBeGreaterThan(150);
  expect(actions.filter(({ action }) => !hasSentence(action))).toEqual([]);
});

test('[B1470] what lists do to their rows is said by their verbs, and nothing else builds the name of an act', () => {
  for (const verb of VERBS) expect([verb, `audit.said.${verb}` in en]).toEqual([verb, true]);
  const built = sources.flatMap(({ file, text }) => [...text.matchAll(/\baction: `([^`]+)`/g)].map(([, name]) => ({ file, name })));
  expect(built.filter(({ file }) => !file.startsWith('platform/reference-lists/'))).toEqual([]);
  const said = referenceLists.flatMap(({ name }) => VERBS.map((verb) => describeEntry({ ...NOBODY, action: `${name}.${verb}` }, (key) => key)));
  expect(said.filter((key) => key === 'audit.said.other')).toEqual([]);
});

const NOBODY = { who: 'A', name: 'N', kind: 'K', subjectId: 1, batchSize: null };
