import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../platform/clock.ts';
import { environmentWith, readConfig } from '../platform/config.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import type { Started } from './record.ts';

export interface Launched {
  child: ChildProcess;
  /** The address of its `/readyz`, or null for a process that has none. */
  readyAddress: string | null;
}

const LOOKS_MS = 250;
const ASK_MS = 5_000;
const ANY_PORT = 0;

/** The file with the output of versions that an upgrade started. */
export const outputFile = (dataDir: string): string => join(dataDir, 'start.log');

/** Starts a version in the background, so that it goes on when the upgrade has ended. */
export function launch(folder: string, { args, settings }: Started, dataDir: string): Launched {
  const isRelease = existsSync(join(folder, 'classwright'));
  const command = isRelease ? [join(folder, 'classwright'), 'start', ...args] : [process.execPath, join(folder, 'tools/scripts/start.mjs'), ...args];
  const env = environmentWith({ ...settings, DATA_DIR: dataDir });
  const config = readConfig(env);
  const port = args.includes('jobs') ? config.jobsPort : config.port;
  if (port === ANY_PORT) throw new StartRefusal('An upgrade watches the new version at its port, so name one in PORT.');
  const output = openSync(outputFile(dataDir), 'a', 0o600);
  const child = spawn(command[0]!, command.slice(1), { env, cwd: process.cwd(), detached: true, stdio: ['ignore', output, output] });
  closeSync(output);
  child.on('error', () => undefined); // it then has no process number, which `untilReady` reports
  child.unref();
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host.includes(':') ? `[${config.host}]` : config.host;
  return { child, readyAddress: port === null ? null : `http://${host}:${port}/readyz` };
}

interface Patience {
  limitMs: number;
  /** @throws when a person has stopped the upgrade */
  check: () => void;
}

/** Waits until a started version says that it is ready. @throws StartRefusal when it ends, or the limit has passed */
export async function untilReady({ child, readyAddress }: Launched, version: string, dataDir: string, { limitMs, check }: Patience): Promise<void> {
  const began = monotonicMs();
  let last = 'it did not answer';
  while (monotonicMs() - began < limitMs) {
    check();
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
      throw new StartRefusal(`The version ${version} ended while it started. Its output is in ${outputFile(dataDir)}.`);
    if (readyAddress === null) {
      if (monotonicMs() - began > ASK_MS) return; // it has no port, so that it stays is all that can be seen
    } else {
      const status = await fetch(readyAddress, { redirect: 'error', signal: AbortSignal.timeout(ASK_MS) }).then(
        (reply) => reply.status,
        () => null,
      );
      if (status === 200) return;
      if (status !== null) last = `it answered ${status}`;
    }
    await sleep(LOOKS_MS);
  }
  throw new StartRefusal(`The version ${version} was not ready within ${Math.round(limitMs / 1000)} s: ${last}. Its output is in ${outputFile(dataDir)}.`);
}
