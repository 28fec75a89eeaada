import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresSettings } from './postmaster.ts';
import type { RunAs } from './run-as.ts';

/** The folder next to the cluster into which PostgreSQL copies its log, for the archive to take it from there. */
export const SPOOL = 'wal-spool';
/** While this file is in the folder, nothing is copied into it: the archive is away and the disk has no room to wait for it. */
export const SPOOL_CLOSED = 'closed';

/**
 * The command that copies one file of the log into the spool. It is on the disk before it gets its name, since PostgreSQL
 * may overwrite the original afterwards. `%p` and `%f` are filled in by PostgreSQL, whose folder is the cluster.
 */
const copyCommand = `s=../${SPOOL}; test -e $s/${SPOOL_CLOSED} && exit 0; cp "%p" "$s/%f.part" && sync "$s/%f.part" && mv "$s/%f.part" "$s/%f"`;

/** Creates the spool and returns its path. */
export function makeSpool(folder: string, runAs: RunAs): string {
  const spool = join(folder, SPOOL);
  makeFolderFor(spool, runAs);
  return spool;
}

/** Returns the settings with which PostgreSQL copies its log, a started file of it after so many seconds at the latest. */
export const copyingSettings = (everySeconds: number): PostgresSettings => ({
  archive_mode: 'on',
  archive_command: copyCommand,
  archive_timeout: everySeconds,
  wal_level: 'replica',
});

/** The folder next to the cluster through which PostgreSQL gets its log back in a restore. */
const FETCH = 'wal-fetch';
const FETCH_FOLDERS = ['want', 'have', 'none'] as const;

/**
 * The command that asks for one file of the log and waits for it. It runs as PostgreSQL's user, who may neither reach the
 * archive nor unpack it, so it only leaves a note. With 1 it says that the log ends; with 200 that the archive cannot be reached, or that nobody answers for ten minutes.
 */
const fetchCommand = [
  `d=../${FETCH}`,
  ': > "$d/want/%f"',
  'n=0',
  'while [ $n -lt 12000 ]; do [ -e "$d/have/%f" ] && exec mv "$d/have/%f" "%p"; [ -e "$d/none/%f" ] && exit 1; [ -e "$d/failed" ] && exit 200; n=$((n+1)); sleep 0.05; done',
  'exit 200',
].join('; ');

/** Creates the folder of a restore and returns its path. It has a folder each for what is wanted, what is there, and what is nowhere. */
export function makeFetchFolder(folder: string, runAs: RunAs): string {
  const path = join(folder, FETCH);
  rmSync(path, { recursive: true, force: true });
  makeFolderFor(path, runAs);
  for (const name of FETCH_FOLDERS) makeFolderFor(join(path, name), runAs);
  return path;
}

/** Returns the settings with which PostgreSQL recovers from an archive, up to a moment or to its end. */
export const recoverySettings = (until: Date | null): PostgresSettings => ({
  restore_command: fetchCommand,
  recovery_target_timeline: 'current',
  recovery_target_action: 'promote',
  hot_standby: 'off', // nobody is let in before it is done
  archive_mode: 'off',
  ...(until === null ? {} : { recovery_target_time: until.toISOString().replace('Z', '+00') }),
});

/** Writes a file into a folder of PostgreSQL's, which may read it and later write over it. */
export function writeFor(path: string, bytes: Uint8Array | string, runAs: RunAs): void {
  writeFileSync(path, bytes, { mode: 0o600 });
  giveTo(path, runAs);
}

export function makeFolderFor(path: string, runAs: RunAs): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  giveTo(path, runAs);
}

function giveTo(path: string, { uid, gid }: RunAs): void {
  if (uid !== undefined) chownSync(path, uid, gid ?? uid);
}

/** Returns the names of log files that PostgreSQL has ended and not copied yet. */
export const listUncopied = (cluster: string): string[] => {
  try {
    return readdirSync(join(cluster, 'pg_wal/archive_status')).flatMap((name) => (name.endsWith('.ready') ? [name.slice(0, -'.ready'.length)] : []));
  } catch {
    return []; // it is being started again
  }
};
