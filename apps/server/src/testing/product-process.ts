import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ScratchConnection } from './scratch-database.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The product as a separate process. It ends with the test: a test that starts one awaits `end`. */
export interface ProductProcess {
  child: ChildProcess;
  /**
   * The address it serves; '' for a process of jobs only. Rejects with its output when it ends before, or after two
   * minutes.
   */
  running: Promise<string>;
  /** Its exit code, or null when a signal ended it. */
  ended: Promise<number | null>;
  /** Returns its output so far. */
  output(): string;
  /** Sends a signal, waits for the end, returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ProductProcessOptions {
  /**
   * The settings. Nothing else of our own environment is passed. It is one process unless ROLES has another value, and
   * it does not warm up unless WARM_UP says so.
   */
  env: Readonly<Record<string, string>>;
  webRoot?: string;
  /** The server as one file, which starts sooner than its sources; null for the sources, which are the default. */
  program?: string | null;
  /** The only role of this process. The default is the value of ROLES. */
  role?: string;
  /** Further arguments, such as `--phones`. */
  args?: readonly string[];
  /** Runs it as another user; root only. */
  uid?: number;
}

const startLimitMs = 120_000; // a machine that does much else

export function startProductProcess({ env, webRoot, program, role, args = [], uid }: ProductProcessOptions): ProductProcess {
  const compiled = join(tmpdir(), 'classwright-compiled'); // hundreds of starts read the same modules: half of each would be compiling them
  const surrounding = Object.fromEntries(['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const given = Object.entries({ '--role': role, '--program': program, '--web': webRoot }).flatMap(([name, value]) => (value ? [name, value] : []));
  const child = spawn(process.execPath, [main, ...given, ...args], {
    env: { NODE_NO_WARNINGS: '1', HOST: '127.0.0.1', PORT: '0', ROLES: 'all', WARM_UP: 'off', NODE_COMPILE_CACHE: compiled, ...surrounding, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const [stdout, stderr] = [child.stdout as Readable, child.stderr as Readable];
  let output = '';
  // The process's own 'close' does not come after `disconnect`.
  const ended = Promise.all([once(child, 'exit'), once(stdout, 'close'), once(stderr, 'close')]).then(([[code]]) => code as number | null);
  const running = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the product did not start in ${startLimitMs / 1000} s:\n${output}`)), startLimitMs);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const said = /running at (http:\/\/\S+)|Classwright does its jobs/.exec(output);
      if (!said) return;
      resolve(said[1] ?? '');
      clearTimeout(timer);
    };
    stdout.on('data', read);
    stderr.on('data', read);
    void ended.then((code) => {
      clearTimeout(timer);
      reject(new Error(`the product ended with ${code}:\n${output}`));
    });
  });
  running.catch(() => undefined); // a test that expects a refusal awaits `ended`
  return {
    child,
    running,
    ended,
    output: () => output,
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Returns the ids of the processes that a start supervises, by their role. */
export function listLaunched({ child }: ProductProcess): { web: number | null; jobs: number | null } {
  const children = readProcess(`${child.pid}/task/${child.pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  const find = (role: string): number | null => children.find((pid) => readProcess(`${pid}/cmdline`).includes(`\0--role\0${role}\0`)) ?? null;
  return { web: find('web'), jobs: find('jobs') };
}

/** Returns true when a process is running, and false for one that has ended but still has an entry. */
export const isAlive = (pid: number): boolean => readProcess(`${pid}/cmdline`) !== '';

function readProcess(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns a connection in the form of DATABASE_URL. A socket's folder goes into the query. */
export function toDatabaseUrl({ host, port, user, password, database }: ScratchConnection): string {
  const url = new URL(`postgres://localhost:${port}/${database}`);
  url.username = user;
  if (password) url.password = password;
  if (host.startsWith('/')) url.searchParams.set('host', host);
  else url.hostname = host;
  return url.href;
}
