import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './source.ts';

type Versions = Readonly<Record<string, string>>;
interface Package {
  version: string;
  workspaces?: string[];
  dependencies?: Versions;
  devDependencies?: Versions;
}

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const packageOf = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as Package;
const root = packageOf('.');

/** Returns the versions that a package gives itself and the other workspaces. */
const versionsIn = ({ version, dependencies, devDependencies }: Package): string[] => [
  version,
  ...Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, wanted]) => (name.startsWith('@classwright/') ? [wanted] : [])),
];

test('all workspaces, their references to each other and the lockfile have the version of the product', () => {
  const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: Record<string, Package> };
  const folders = ['', ...(root.workspaces ?? [])];
  expect(folders.length).toBeGreaterThan(1);
  const found = folders.flatMap((folder) => [packageOf(folder || '.'), lock.packages[folder]!].flatMap(versionsIn));
  expect(new Set([lock.version, ...found])).toEqual(new Set([root.version]));
});

test('the newest section of the change log is that of this version', () => {
  const sections = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
  expect(sections[0]).toBe(root.version);
});
