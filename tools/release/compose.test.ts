import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settings } from '@classwright/server/platform/settings/declared';
import { expect, test } from 'vitest';

const read = (name: string): string => readFileSync(fileURLToPath(new URL(`files/${name}`, import.meta.url)), 'utf8');
const compose = read('compose.yaml');
const container = read('Containerfile');

/** Returns the text of a block of the file, from its name to the next one of the same depth. */
const block = (name: string, depth: number): string => new RegExp(`^ {${depth}}${name}:.*\\n(?: {${depth + 1},}.*\\n)+`, 'm').exec(compose)?.[0] ?? '';

test('two processes are for people, one is for jobs, and all take what is common to them', () => {
  const roles = [...block('services', 0).matchAll(/<<: \*classwright\n {4}command: \[--role, (\w+)\]/g)].map(([, role]) => role);
  expect(roles).toEqual(['web', 'web', 'jobs']);
  expect(compose).toContain('image: postgres:18');
});

test('only declared settings are given to the product', () => {
  const common = /environment: &settings\n((?: {4}\w+:.*\n)+)/.exec(compose)![1]!;
  const names = [...common.matchAll(/^ {4}(\w+):/gm), ...compose.matchAll(/<<: \*settings, (\w+):/g)].map(([, name]) => name!);
  expect(names).toContain('JOBS_PORT');
  const fixed = /^ENV (.*)$/m
    .exec(container)![1]!
    .split(' ')
    .map((pair) => pair.split('=')[0]!);
  for (const name of [...names, ...fixed]) expect(Object.keys(settings)).toContain(name);
});

test('the root folder of each container cannot be written to, and a password has no default', () => {
  for (const name of ['database', 'broker']) expect(block(name, 2), name).toContain('read_only: true');
  expect(/x-classwright: &classwright\n(?: {2}.*\n)+/.exec(compose)![0]).toMatch(/read_only: true\n {2}tmpfs: \[\/tmp\]/);
  expect(compose).not.toMatch(/\$\{POSTGRES_PASSWORD(?!:\?)/);
});

test('the image runs as a user of its own, and what is secret in the folder stays out of it', () => {
  expect(container).toMatch(/^USER classwright$/m);
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', 'classwright.env']));
});
