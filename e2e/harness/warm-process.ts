import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { ServerRole } from '@classwright/server/platform/processes/roles';

const main = fileURLToPath(new URL('./warm-process-main.ts', import.meta.url));

export type WarmOrder = { kind: 'start'; env: Readonly<Record<string, string>>; role: ServerRole; webRoot: string; phones: boolean } | { kind: 'stop' };
export type WarmReply = { kind: 'done' } | { kind: 'failed'; reason: string };

export interface WarmProcessOptions {
  /** The settings of the product; nothing else of our own environment reaches it. */
  env: Readonly<Record<string, string>>;
  role: ServerRole;
  webRoot: string;
  /** True when phones of the local network may join, as with `--phones`. */
  phones?: boolean;
}

/** The product, running in a process of its own. */
export interface WarmProcess {
  /** Returns the output since the start. */
  output(): string;
  /** Stops the product and keeps the process for the next one. */
  stop(): Promise<void>;
  /** kill -9: no drain, nothing written. */
  kill(): Promise<void>;
}

interface Host {
  child: ChildProcess;
  starts: number;
  output: string;
}

/** Each start leaves some memory behind, mostly compiled code. */
const MAX_STARTS = 10;

/** Processes of this worker that run no product at the moment. */
const idle: Host[] = [];

/**
 * Runs the product in a process that may have run others before: loading its code costs two seconds of a processor,
 * starting it again a fifth of one. Rejects with the reason and with all output when it does not start.
 */
export async function startWarmProcess({ env, role, webRoot, phones = false }: WarmProcessOptions): Promise<WarmProcess> {
  const host = idle.pop() ?? spawnHost();
  holdOpen(host, true);
  host.starts += 1;
  host.output = '';
  await order(host, { kind: 'start', env, role, webRoot, phones });
  const kill = async (): Promise<void> => {
    if (hasEnded(host)) return;
    const ended = new Promise((resolve) => host.child.once('exit', resolve));
    host.child.kill('SIGKILL');
    await ended;
  };
  return {
    output: () => host.output,
    kill,
    async stop() {
      if (hasEnded(host)) return;
      await order(host, { kind: 'stop' });
      if (host.starts >= MAX_STARTS) return kill();
      holdOpen(host, false);
      idle.push(host);
    },
  };
}

/** Ends the processes that run no product, where no other will be started. */
export function endIdleProcesses(): void {
  for (const { child } of idle.splice(0)) child.kill('SIGKILL');
}

/** Decides whether our own process stays for this one; one that is idle ends with it. */
function holdOpen({ child }: Host, holds: boolean): void {
  const pipes = [child.stdout, child.stderr] as (Socket | null)[];
  for (const one of [child, child.channel, ...pipes]) {
    if (holds) one?.ref();
    else one?.unref();
  }
}

function spawnHost(): Host {
  const surrounding = Object.fromEntries(['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const child = spawn(process.execPath, [main], { env: { NODE_NO_WARNINGS: '1', ...surrounding }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const host: Host = { child, starts: 0, output: '' };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => void (host.output += chunk.toString()));
  return host;
}

const hasEnded = ({ child }: Host): boolean => child.exitCode !== null || child.signalCode !== null;

function order(host: Host, what: WarmOrder): Promise<void> {
  const { child } = host;
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(new Error(`The product did not ${what.kind}: ${reason}\n${host.output}`));
    const onExit = (code: number | null): void => fail(`its process ended with ${code}`);
    child.once('exit', onExit);
    child.once('message', (reply: WarmReply) => {
      child.off('exit', onExit);
      if (reply.kind === 'done') resolve();
      else {
        child.kill('SIGKILL');
        fail(reply.reason);
      }
    });
    child.send(what);
  });
}
