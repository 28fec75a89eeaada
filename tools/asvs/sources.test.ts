import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../house-rules/source.ts';

const files = globSync('apps/server/src/**/*.ts', { cwd: repository }).filter((file) => !/\.test\.ts$|\/testing\/|\/demo\//.test(file));
const sources = files.map((file) => ({ file, text: readFileSync(join(repository, file), 'utf8') }));

/** Returns `file: found` of each match of the pattern in the sources of the server. */
const find = (pattern: RegExp): string[] => sources.flatMap(({ file, text }) => [...text.matchAll(pattern)].map((match) => `${file}: ${match[1] ?? match[0]}`));

const security = readFileSync(join(repository, 'docs/security.md'), 'utf8');

describe('[B2831] cryptography of the server', () => {
  test('every algorithm of the sources stands in the inventory of docs/security.md', () => {
    const named = find(/\b(?:createHash|createHmac|createCipheriv|createDecipheriv|hkdfSync)\(\s*'([^']+)'/g);
    expect(named.length).toBeGreaterThan(20);
    const weak = named.filter((one) => !/: (?:sha256|aes-256-gcm)$/.test(one));
    expect(weak.toSorted()).toEqual([
      'apps/server/src/modules/people/accounts/links/leaked-file.ts: sha1',
      'apps/server/src/platform/live/server-api/signed-request.ts: md5',
    ]);
    const inventory = security.split('### Algorithms in use')[1]?.split('\n#', 1)[0] ?? '';
    for (const name of ['SHA-256', 'AES-256-GCM', 'argon2id', 'HKDF', 'SHA-1', 'MD5', 'ES256', 'Ed25519', 'RS256']) expect(inventory).toContain(name);
  });

  test('no algorithm is chosen by a variable, and nothing is random but by the system', () => {
    expect(find(/\b(?:createHash|createHmac|createCipheriv|createDecipheriv|hkdfSync)\(\s*[^'\s]/g)).toEqual([]);
    const secretPlaces = sources.filter(({ file }) => /accounts|secrets|walls|seats|hand-off|oneroster\/clients|calendar\/feed/.test(file));
    expect(secretPlaces.filter(({ text }) => text.includes('Math.random')).map(({ file }) => file)).toEqual([]);
  });

  test('no source trusts any certificate', () => {
    expect(find(/rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/g)).toEqual([]);
  });
});

test('[B2831] every call to another service refuses to be redirected', () => {
  const calls = sources.filter(({ text }) => /\bfetch\(/.test(text));
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.filter(({ text }) => !text.includes("redirect: 'error'")).map(({ file }) => file)).toEqual([]);
});

describe('[B2831] code is never made from data', () => {
  const everywhere = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: repository })
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .map((file) => ({ file, text: readFileSync(join(repository, file), 'utf8') }));
  const holding = (pattern: RegExp): string[] => everywhere.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

  test('no source evaluates a text, and no page takes one for HTML', () => {
    expect(everywhere.length).toBeGreaterThan(1000);
    expect(holding(/\beval\(|\bnew Function\(|node:vm|dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(/)).toEqual([]);
  });

  test('the server starts no program but the embedded database, its own processes, and a version that an operator upgrades to', () => {
    expect(holding(/node:child_process/).toSorted()).toEqual([
      'apps/server/src/fleet/run.ts',
      'apps/server/src/platform/database/embedded/binaries.ts',
      'apps/server/src/platform/database/embedded/cluster.ts',
      'apps/server/src/platform/database/embedded/postmaster.ts',
      'apps/server/src/startup/supervise/kept-process.ts',
      'apps/server/src/upgrade/launch.ts',
    ]);
  });
});
