import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefusalTold } from '../../platform/start-refusal.ts';
import type { FromProcess, ToProcess } from './messages.ts';

/** Longer than a drain takes that has to cut everything off. */
const DRAIN_LIMIT_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** One that has worked for so long has not failed because of how it was started. */
const PROVEN_MS = 60_000;

/** How long to wait before the next try, after so many that failed soon: at once, then 1 s, doubling up to 30 s. */
export const pauseMs = (failures: number): number => (failures === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)));

interface KeptOptions {
  /** As people read it. */
  name: string;
  /** The program and what it is given. */
  command: readonly [string, ...string[]];
  /** What it needs to begin, once it has found that the settings will do. */
  begin: () => Promise<Pick<Extract<ToProcess, { is: 'begin' }>, 'database' | 'databaseRestarts'>>;
  tell: (sentence: string) => void;
}

export interface KeptProcess {
  /** Starts it and waits until it works. @throws RefusalTold when it ends before by itself */
  start(): Promise<void>;
  /** From here on its end is expected, as after a signal that reaches all: it is not started again. */
  expectEnd(): void;
  /** Lets it finish what has begun; one that does not end in time is ended. */
  drain(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
  send(message: ToProcess): void;
}

/** A process of the product that is started again whenever it ends by itself, on the same port. */
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

  /** Resolves to whether it came to work. @throws what kept it from beginning */
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
        if (isStopping || how.startsWith('code ')) throw new RefusalTold(how); // a signal says nothing about the settings
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
