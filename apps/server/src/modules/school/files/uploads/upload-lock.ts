import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { tooManyRequests } from '../../../../platform/errors.ts';
import { keepUpload, releaseUpload, takeUpload } from './queries.ts';

/** The time for which a process that has died holds an upload at most. */
const LEASE_MS = 6_000;
/** The interval at which the holder of an upload extends its hold, and checks if another one waits. */
const KEEP_EVERY_MS = 500;
const ASK_EVERY_MS = 100;
/** The time that work has to end while another one waits. */
const DRAIN_MS = 1_000;
const PATIENCE_MS = 30_000;
const RETRY_SECONDS = 5;

/**
 * Allows one piece of work on an upload at a time, across all processes: the lock is a lease in the upload's row. A
 * waiting process marks the row, and the holder then stops. After the lease of a stalled process has expired, two may
 * write for a moment: the same bytes of the same person at the same position.
 */
export class UploadLocker {
  readonly #db: Db;
  readonly #onTaken: (id: string) => Promise<void>;

  /** Creates the locker. `onTaken` runs before any work on an upload. */
  constructor(db: Db, onTaken: (id: string) => Promise<void>) {
    this.#db = db;
    this.#onTaken = onTaken;
  }

  /**
   * Runs work on an upload while no other work does. Its signal is aborted when another one waits, or when `gone` is:
   * the caller has left. A deleted upload is not locked: the work finds it missing. @throws TOO_MANY_REQUESTS after half
   * a minute
   */
  async hold<T>(id: string, work: (signal: AbortSignal) => Promise<T>, gone: AbortSignal = new AbortController().signal): Promise<T> {
    const holder = randomUUID();
    const wanted = new AbortController();
    let drain: NodeJS.Timeout | undefined;
    await this.#take(id, holder, gone);
    const keeper = setInterval(async () => {
      const state = await keepUpload(this.#db, id, holder, LEASE_MS).catch(() => 'kept' as const);
      if (state === 'kept') return;
      if (state === 'lost') clearInterval(keeper);
      drain ??= setTimeout(() => wanted.abort(), DRAIN_MS).unref();
    }, KEEP_EVERY_MS).unref();
    try {
      await this.#onTaken(id);
      return await work(AbortSignal.any([wanted.signal, gone]));
    } finally {
      clearInterval(keeper);
      clearTimeout(drain);
      await releaseUpload(this.#db, id, holder);
    }
  }

  async #take(id: string, holder: string, gone: AbortSignal): Promise<void> {
    const untilMs = monotonicMs() + PATIENCE_MS;
    while ((await takeUpload(this.#db, id, holder, LEASE_MS)) === 'held') {
      if (gone.aborted || monotonicMs() > untilMs) throw tooManyRequests(RETRY_SECONDS);
      await sleep(ASK_EVERY_MS);
    }
  }
}
