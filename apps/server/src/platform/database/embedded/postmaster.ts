import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuseFullDisk } from '../../data-folder.ts';
import { postgresEnv } from './cluster.ts';
import { readLockFile } from './leftovers.ts';
import type { Place } from './place.ts';
import type { RunAs } from './run-as.ts';
import { logLimitBytes } from './shorten-log.ts';

export type PostgresSettings = Readonly<Record<string, string | number>>;

export interface PostmasterOptions {
  native: string;
  cluster: string;
  logFile: string;
  socketFolder: string;
  settings: PostgresSettings;
  runAs: RunAs;
  /** The maximum wait until it accepts connections. The default is five minutes. */
  patienceMs?: number;
}

export interface Postmaster {
  pid: number;
  /** Resolves when the process has ended, for any reason. */
  ended: Promise<void>;
  /** Shuts down fast: ends sessions, writes a checkpoint, then resolves. */
  stop(): Promise<void>;
}

const slowStartMs = 5 * 60_000; // recovery of a long log on a slow disk

/** The maximum length of the folder's path: a socket's address may have 107 bytes, including the file name. */
const longestFolder = 85;

/**
 * Creates a folder for the socket, closed to other people: next to the cluster, or where that makes the address too
 * long, one under /tmp with a name that nobody can prepare. Files of a killed start in it are removed, so nobody may be
 * using the cluster. `again`: the same folder as before, created again if it was removed.
 */
export function openSocketFolder({ folder, id }: Place, runAs: RunAs, again?: string): string {
  const own = join(folder, 'socket');
  const path = again ?? (Buffer.byteLength(own) <= longestFolder ? own : makeTemporary(`classwright-pg-${id}-`));
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  if (runAs.uid !== undefined) chownSync(path, runAs.uid, runAs.gid ?? runAs.uid);
  // A killed database leaves its lock file. Its number may now be another process, or be its own while its exit status
  // has not been collected.
  for (const entry of readdirSync(path)) if (entry.startsWith('.s.PGSQL.')) rmSync(join(path, entry), { force: true });
  return path;
}

function makeTemporary(prefix: string): string {
  const base = tmpdir().length < 60 ? tmpdir() : '/tmp';
  for (const entry of readdirSync(base)) if (entry.startsWith(prefix)) removeSocketFolder(join(base, entry));
  return mkdtempSync(join(base, prefix));
}

/** Starts PostgreSQL on a cluster that nobody uses and waits until it accepts connections. */
export async function startPostmaster({
  native,
  cluster,
  logFile,
  socketFolder,
  settings,
  runAs,
  patienceMs = slowStartMs,
}: PostmasterOptions): Promise<Postmaster> {
  rotate(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const logStart = statSync(logFile).size;
  const options = Object.entries({ ...settings, unix_socket_directories: socketFolder }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // It runs in a separate session: Ctrl-C in the terminal is for us, and we stop PostgreSQL after draining.
  const child = spawn(join(native, 'bin/postgres'), ['-D', cluster, ...options], {
    ...runAs,
    cwd: '/',
    env: postgresEnv,
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once('error', resolve).once('exit', resolve);
  }).then(() => {
    isEnded = true;
  });
  for (let waitedMs = 0; !isEnded && waitedMs < patienceMs; waitedMs += 5) {
    const lock = readLockFile(cluster);
    if (lock?.pid === child.pid && lock?.isReady) return watch(child, ended, socketFolder, runAs);
    await sleep(5);
  }
  child.kill('SIGQUIT');
  await ended;
  const complaint = readFileSync(logFile, 'utf8').slice(logStart).trim();
  if (/No space left on device|disk quota exceeded/i.test(complaint)) throw refuseFullDisk(cluster);
  throw new Error(`The embedded PostgreSQL did not start; its log ${logFile} ends with:\n${complaint.split('\n').slice(-5).join('\n')}`);
}

/**
 * A shell that waits on a pipe, which closes when we die, even by kill -9. Then it stops PostgreSQL and removes its
 * folder under /tmp. A folder next to the cluster remains: the next start may already use it, and cleans it up.
 */
const watchdogScript = 'read x; kill -INT $0; while kill -0 $0; do sleep 0.1; done; case "$1" in */socket) ;; *) rm -rf "$1" ;; esac';

function watch(child: ChildProcess, ended: Promise<void>, socketFolder: string, runAs: RunAs): Postmaster {
  const pid = child.pid as number;
  const watchdog = spawn('/bin/sh', ['-c', watchdogScript, String(pid), socketFolder], {
    ...runAs,
    cwd: '/',
    env: postgresEnv,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.on('error', () => undefined);
  watchdog.stdin.on('error', () => undefined);
  void ended.then(() => watchdog.kill('SIGKILL')); // its number may soon be somebody else's
  child.unref();
  watchdog.unref();
  (watchdog.stdin as unknown as { unref(): void }).unref();
  return {
    pid,
    ended,
    async stop() {
      child.ref();
      child.kill('SIGINT');
      await ended;
    },
  };
}

function rotate(logFile: string): void {
  try {
    if (statSync(logFile).size > logLimitBytes) renameSync(logFile, `${logFile}.1`);
  } catch {
    // The first start.
  }
}

export function removeSocketFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another user's file of the same name: we may not remove it.
  }
}
