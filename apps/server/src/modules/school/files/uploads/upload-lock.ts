import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lock, Locker } from '@tus/server';
import { monotonicMs } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { tooManyRequests } from '../../../../platform/errors.ts';
import { keepUpload, releaseUpload, takeUpload } from './queries.ts';

/** The time for which a process that has died holds an upload at most. */
const LEASE_MS = 6_000;
/** The interval at which the holder of an upload extends its hold, and checks if another one waits. */
const KEEP_EVERY_MS = 500;
const ASK_EVERY_MS = 100;
const PATIENCE_MS = 30_000;
const RETRY_SECONDS = 5;

/**
 * Allows one piece of work on an upload at a time, across all processes: the lock is a lease in the upload's row. A
 * waiting process marks the row, and the holder then stops. After the lease of a stalled process has expired, two may
 * write for a moment: the same bytes of the same person at the same position.
 */
export class UploadLocker implements Locker {
  readonly #db: Db;
  readonly #onTaken: (id: string) => Promise<void>;

  /** Creates the locker. `onTaken` runs before any work on an upload. */
  constructor(db: Db, onTaken: (id: string) => Promise<void>) {
    this.#db = db;
    this.#onTaken = onTaken;
  }

  newLock(id: string): Lock {
    return new UploadLock(this.#db, id, this.#onTaken);
  }
}

class UploadLock implements Lock {
  readonly #db: Db;
  readonly #id: string;
  readonly #onTaken: (id: string) => Promise<void>;
  readonly #work = randomUUID();
  #keeper: NodeJS.Timeout | null = null;

  constructor(db: Db, id: string, onTaken: (id: string) => Promise<void>) {
    this.#db = db;
    this.#id = id;
    this.#onTaken = onTaken;
  }

  /**
   * Locks an upload. A deleted upload is not locked: the next step reports it missing. @throws TOO_MANY_REQUESTS after
   * half a minute
   */
  async lock(stopSignal: AbortSignal, requestRelease: () => Promise<void> | void): Promise<void> {
    const untilMs = monotonicMs() + PATIENCE_MS;
    while ((await takeUpload(this.#db, this.#id, this.#work, LEASE_MS)) === 'held') {
      if (stopSignal.aborted || monotonicMs() > untilMs) throw tooManyRequests(RETRY_SECONDS);
      await sleep(ASK_EVERY_MS);
    }
    this.#keeper = setInterval(() => void this.#keep(requestRelease), KEEP_EVERY_MS);
    this.#keeper.unref();
    await this.#onTaken(this.#id).catch(async (error: unknown) => {
      await this.unlock();
      throw error;
    });
  }

  async unlock(): Promise<void> {
    this.#stopKeeping();
    await releaseUpload(this.#db, this.#id, this.#work);
  }

  async #keep(requestRelease: () => Promise<void> | void): Promise<void> {
    const state = await keepUpload(this.#db, this.#id, this.#work, LEASE_MS).catch(() => 'kept' as const);
    if (state === 'kept') return;
    if (state === 'lost') this.#stopKeeping();
    await requestRelease();
  }

  #stopKeeping(): void {
    if (this.#keeper) clearInterval(this.#keeper);
    this.#keeper = null;
  }
}
