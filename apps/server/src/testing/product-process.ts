import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ScratchConnection } from './scratch-database.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The product as a process of its own. It ends with the test: whoever starts one awaits `end`. */
export interface ProductProcess {
  child: ChildProcess;
  /** The address it serves; rejects with its output when it ends before, or after a minute. */
  running: Promise<string>;
  /** Its exit code, or null when a signal ended it. */
  ended: Promise<number | null>;
  /** What it has written so far. */
  output(): string;
  /** Sends a signal, waits for the end, returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ProductProcessOptions {
  /** Settings; nothing else of our own environment reaches it. */
  env: Readonly<Record<string, string>>;
  webRoot?: string;
  /** Runs it as another user; root only. */
  uid?: number;
}

const startLimitMs = 60_000;

export function startProductProcess({ env, webRoot, uid }: ProductProcessOptions): ProductProcess {
  const surrounding = Object.fromEntries(['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const child = spawn(process.execPath, [main, ...(webRoot ? ['--web', webRoot] : [])], {
    env: { NODE_NO_WARNINGS: '1', HOST: '127.0.0.1', PORT: '0', ...surrounding, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const [stdout, stderr] = [child.stdout as Readable, child.stderr as Readable];
  let output = '';
  // not the process's own 'close', which does not come after `disconnect`
  const ended = Promise.all([once(child, 'exit'), once(stdout, 'close'), once(stderr, 'close')]).then(([[code]]) => code as number | null);
  const running = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the product did not start in ${startLimitMs / 1000} s:\n${output}`)), startLimitMs);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, address] = /running at (http:\/\/\S+)/.exec(output) ?? [];
      if (address) resolve(address);
      if (address) clearTimeout(timer);
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

/** A connection as DATABASE_URL has it; a socket's folder goes into the query. */
export function toDatabaseUrl({ host, port, user, password, database }: ScratchConnection): string {
  const url = new URL(`postgres://localhost:${port}/${database}`);
  url.username = user;
  if (password) url.password = password;
  if (host.startsWith('/')) url.searchParams.set('host', host);
  else url.hostname = host;
  return url.href;
}
