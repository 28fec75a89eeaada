import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './source.ts';

interface Locked {
  version?: string;
  resolved?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}
const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };

/** Not in the file, and so not installed: pdf.js draws with it outside browsers, which we never do. */
const LEFT_OUT = new Set(['@napi-rs/canvas']);

// npm drops them when it writes the file from an installed node_modules, and `npm ci` then refuses the file.
test('the lockfile lists the packages of every platform', () => {
  const isListed = (from: string, name: string) => {
    const folders = from.split('node_modules/').map((_, depth, parts) => parts.slice(0, depth + 1).join('node_modules/'));
    return [...folders.map((folder) => `${folder.replace(/\/?$/, '/')}node_modules/${name}`), `node_modules/${name}`].some((path) => path in lock.packages);
  };
  const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !LEFT_OUT.has(name) && !isListed(path, name)),
  );
  expect(missing).toEqual([]);
});

test('the lockfile names no registry, so that everybody’s own is used', () => {
  const named = Object.entries(lock.packages).filter(([, { resolved, link }]) => resolved !== undefined && !link);
  expect(named).toEqual([]);
});
