import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Postmaster } from './postmaster.ts';
import { shortenLog } from './shorten-log.ts';

export interface Supervised {
  /** Returns the current process id. */
  pid(): number;
  /** Returns the number of restarts. */
  restarts(): number;
  stop(): Promise<void>;
}

interface Watch {
  first: Postmaster;
  restart: () => Promise<Postmaster>;
  /** The socket's file. PostgreSQL does not notice when something removes it, and cannot recreate it while it runs. */
  socketFile: string;
  logFile: string;
  onTrouble: (message: string, error?: unknown) => void;
}

const LOOK_EVERY_MS = 5_000;
const RETRY_MS = 500;
/** The number of quick tries in a minute, after which tries slow down: a full disk takes its time. */
const QUICK_TRIES = 5;
const LATER_RETRY_MS = 5_000;

/**
 * Restarts PostgreSQL when it ends unexpectedly or has lost its socket, until that succeeds. Keeps its log from
 * growing, and stops it on request.
 */
export function supervise({ first, restart, socketFile, logFile, onTrouble }: Watch): Supervised {
  const stopping = new AbortController();
  let current = first;
  let restarting: Promise<void> = Promise.resolve();
  let tries: number[] = [];
  let restarts = 0;
  let isDown = false;
  const follow = (postmaster: Postmaster): void => {
    void postmaster.ended.then(() => {
      if (!stopping.signal.aborted) restarting = startAgain();
    });
  };
  const startAgain = async (): Promise<void> => {
    isDown = true;
    onTrouble('The embedded PostgreSQL has ended and is started again.');
    while (!stopping.signal.aborted) {
      tries = [...tries.filter((at) => performance.now() - at < 60_000), performance.now()];
      const pauseMs = tries.length > QUICK_TRIES ? LATER_RETRY_MS : tries.length > 1 ? RETRY_MS : 0;
      if (pauseMs > 0) await sleep(pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        current = await restart();
        restarts += 1;
        isDown = false;
        follow(current);
        return;
      } catch (error) {
        onTrouble('The embedded PostgreSQL could not be started again. The next try follows.', error);
      }
    }
  };
  const look = (): void => {
    if (isDown || stopping.signal.aborted) return;
    if (!existsSync(socketFile)) {
      isDown = true;
      onTrouble(`The socket of the embedded PostgreSQL, ${socketFile}, was removed.`);
      void current.stop(); // it is started again as after any other end
    }
    void shortenLog(logFile).catch(() => undefined); // a full disk is reported elsewhere
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  follow(first);
  return {
    pid: () => current.pid,
    restarts: () => restarts,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await restarting;
      await current.stop();
    },
  };
}
