import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findInstalled } from './binaries.ts';
import { findPlace, recordPlace } from './place.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'classwright-place-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const home = (name: string): string => {
  mkdirSync(join(folder, name), { recursive: true });
  return join(folder, name);
};

/** Creates a data folder whose database had to be created elsewhere. */
function makeHidden(name: string): { data: string; elsewhere: string } {
  const [data, elsewhere] = [home(name), home(`${name}-elsewhere`)];
  mkdirSync(join(elsewhere, 'postgres-18'));
  recordPlace(data, { folder: elsewhere, cluster: join(elsewhere, 'postgres-18'), id: 'x' });
  return { data, elsewhere };
}

test('a database is found in its data folder, wherever that was moved or copied to', () => {
  const first = home('first');
  mkdirSync(join(first, 'postgres-18'));
  recordPlace(first, findPlace(first));
  cpSync(first, join(folder, 'second'), { recursive: true });
  expect(findPlace(join(folder, 'second')).cluster).toBe(join(folder, 'second', 'postgres-18'));
});

test('[B322] a copy of a data folder whose database is elsewhere is never begun anew, nor given the database of the first', () => {
  const { data, elsewhere } = makeHidden('data');
  expect(findPlace(data).cluster).toBe(join(elsewhere, 'postgres-18'));
  cpSync(data, join(folder, 'copy'), { recursive: true });
  expect(() => findPlace(join(folder, 'copy'))).toThrow(`is a copy of ${data}`);
  rmSync(data, { recursive: true });
  expect(findPlace(join(folder, 'copy')).cluster).toBe(join(elsewhere, 'postgres-18')); // it was moved
  rmSync(elsewhere, { recursive: true });
  expect(() => findPlace(join(folder, 'copy'))).toThrow(/whose database is not there: it belongs in .*data-elsewhere\/postgres-18/);
});

test('uploaded files without a database are not the beginning of a new school', () => {
  const data = home('data');
  mkdirSync(join(data, 'files', 'ab'), { recursive: true });
  writeFileSync(join(data, 'files', 'ab', 'x'), '');
  expect(() => findPlace(data)).toThrow('Put it back, or restore a backup to an empty folder (npm run restore)');
  rmSync(join(data, 'files', 'ab'), { recursive: true });
  expect(findPlace(data).cluster.endsWith('/postgres-18')).toBe(true);
});

test('[B314] an installed PostgreSQL is taken when it is a newer patch of the same major version and finds similar words', () => {
  const install = (name: string, version: string, hasSimilar = true) => {
    const place = { home: home(name), share: home(`${name}-share`) };
    mkdirSync(join(place.home, 'bin'));
    for (const program of ['postgres', 'initdb'])
      writeFileSync(join(place.home, 'bin', program), `#!/bin/sh\necho "${program} (PostgreSQL) ${version}"\n`, { mode: 0o755 });
    mkdirSync(join(place.share, 'extension'));
    if (hasSimilar) writeFileSync(join(place.share, 'extension', 'pg_trgm.control'), '');
    return place;
  };
  const [same, newer, major, bare] = [
    install('same', '18.4'),
    install('newer', '18.6 (Debian 18.6-1)'),
    install('major', '19.1'),
    install('bare', '18.7', false),
  ];
  expect(findInstalled('18.4.0-beta.17', [same, major, bare])).toBeNull();
  expect(findInstalled('18.4.0-beta.17', [major, newer])).toBe(newer.home);
  expect(findInstalled('18.4.0-beta.17', [{ home: join(folder, 'nowhere'), share: folder }])).toBeNull();
});
