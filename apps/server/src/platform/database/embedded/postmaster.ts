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
}

export interface Postmaster {
  pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>;
  /** Fast shutdown: ends sessions, writes a checkpoint, then resolves. */
  stop(): Promise<void>;
}

const slowStartMs = 5 * 60_000; // recovery of a long log on a slow disk

/** Of a socket's address, which may have 107 bytes, the file's own name taken off. */
const longestFolder = 85;

/**
 * A folder for the socket, closed to other people: beside the cluster, or where that makes too long an address, one under
 * /tmp with a name that nobody can prepare; what a killed start left there is removed, so nobody may use the cluster.
 * `again`: the same one as before, made anew if something has removed it.
 */
export function openSocketFolder({ folder, id }: Place, runAs: RunAs, again?: string): string {
  const own = join(folder, 'socket');
  const path = again ?? (Buffer.byteLength(own) <= longestFolder ? own : makeTemporary(`classwright-pg-${id}-`));
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  if (runAs.uid !== undefined) chownSync(path, runAs.uid, runAs.gid ?? runAs.uid);
  // a killed database leaves its lock, whose number may be somebody else's by now, or its own while nobody has fetched it
  for (const entry of readdirSync(path)) if (entry.startsWith('.s.PGSQL.')) rmSync(join(path, entry), { force: true });
  return path;
}

function makeTemporary(prefix: string): string {
  const base = tmpdir().length < 60 ? tmpdir() : '/tmp';
  for (const entry of readdirSync(base)) if (entry.startsWith(prefix)) removeSocketFolder(join(base, entry));
  return mkdtempSync(join(base, prefix));
}

/** Starts PostgreSQL on a cluster nobody uses and waits until it takes connections. */
export async function startPostmaster({ native, cluster, logFile, socketFolder, settings, runAs }: PostmasterOptions): Promise<Postmaster> {
  rotate(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const logStart = statSync(logFile).size;
  const options = Object.entries({ ...settings, unix_socket_directories: socketFolder }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // In a session of its own: Ctrl-C in the terminal is for us, and we stop it after draining.
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
  for (let waitedMs = 0; !isEnded && waitedMs < slowStartMs; waitedMs += 5) {
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
 * A shell that waits on a pipe, which closes when we die, kill -9 included; then it stops PostgreSQL and clears its folder
 * under /tmp. The one beside the cluster stays: the next start may have it already, and clears it itself.
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
    // the first start
  }
}

export function removeSocketFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // another user's of the same name: not ours to remove
  }
}
