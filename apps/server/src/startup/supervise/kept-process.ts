import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefusalReported } from '../../platform/start-refusal.ts';
import type { FromProcess, ToProcess } from './messages.ts';

/** A time longer than a drain that has to cut everything off. */
const DRAIN_LIMIT_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A process that has worked this long has not failed because of its start. */
const PROVEN_MS = 60_000;

/**
 * Returns the pause before the next try, after that many early failures: none at first, then 1 s, doubling up to 30 s.
 */
export const pauseMs = (failures: number): number => (failures === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)));

interface KeptOptions {
  /** The name for people. */
  name: string;
  /** The program and its arguments. */
  command: readonly [string, ...string[]];
  /** Returns the data it needs to begin, once it has found the settings valid. */
  begin: () => Promise<Pick<Extract<ToProcess, { is: 'begin' }>, 'database' | 'databaseRestarts'>>;
  tell: (sentence: string) => void;
}

export interface KeptProcess {
  /** Starts it and waits until it works. @throws RefusalReported when it ends before that */
  start(): Promise<void>;
  /** Notes that its end is expected, as after a signal to all processes: it is not restarted. */
  expectEnd(): void;
  /** Lets it finish its work. If it does not end in time it is killed. */
  drain(): Promise<void>;
  /** Ends it immediately. */
  kill(): void;
  send(message: ToProcess): void;
}

/** Keeps a process of the product running: it is restarted on the same port whenever it ends unexpectedly. */
export function keepProcess({ name, command: [program, ...given], begin, tell }: KeptOptions): KeptProcess {
  let child: ChildProcess | null = null;
  let ended: Promise<string> = Promise.resolve('');
  let port: number | null = null;
  let isStopping = false;
  const stopping = new AbortController();

  const send = (message: ToProcess): void => void (child?.connected && child.send(message, () => undefined)); // it has gone: its end follows

  function expectEnd(): void {
    isStopping = true;
    stopping.abort();
  }

  /** Launches it. Resolves to true when it is working. @throws the obstacle that kept it from beginning */
  function launch(isFirst: boolean): Promise<boolean> {
    const one = fork(program, given, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child = one;
    ended = new Promise((resolve) => {
      one.once('error', (error) => resolve(error.message));
      one.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    });
    const working = new Promise<true>((resolve, reject) => {
      one.on('message', (message: FromProcess) => {
        if (message.is === 'working') {
          port = message.port;
          return resolve(true);
        }
        begin().then(
          (found) => send({ is: 'begin', ...found, port, isFirst }),
          (error: unknown) => {
            one.kill('SIGKILL');
            reject(error);
          },
        );
      });
    });
    return Promise.race([working, ended.then(() => false)]);
  }

  async function keep(): Promise<void> {
    for (let failures = 0; ; ) {
      const sinceMs = performance.now();
      const how = await ended;
      if (isStopping) return;
      failures = performance.now() - sinceMs >= PROVEN_MS ? 0 : failures;
      tell(`The ${name} process has ended (${how}) and is started again.`);
      await sleep(pauseMs(failures), undefined, { signal: stopping.signal }).catch(() => undefined);
      if (isStopping) return;
      failures += 1;
      if (await launch(false)) tell(`The ${name} process is running again.`);
    }
  }

  return {
    async start() {
      let failures = 0;
      for (; !(await launch(true)); failures += 1) {
        const how = await ended;
        if (isStopping || how.startsWith('code ')) throw new RefusalReported(how); // a signal says nothing about the settings
        tell(`The ${name} process has ended (${how}) before it was up, and is started again.`);
        await sleep(pauseMs(failures), undefined, { signal: stopping.signal }).catch(() => undefined);
      }
      if (failures > 0) tell(`The ${name} process is running again.`);
      void keep();
    },
    expectEnd,
    async drain() {
      expectEnd();
      send({ is: 'drain' });
      const limit = setTimeout(() => child?.kill('SIGKILL'), DRAIN_LIMIT_MS);
      await ended;
      clearTimeout(limit);
    },
    kill: () => void child?.kill('SIGKILL'),
    send,
  };
}
