import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lock, Locker } from '@tus/server';
import { monotonicMs } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { keepUpload, releaseUpload, takeUpload } from './queries.ts';

/** A process that has died holds an upload for so long at most. */
const LEASE_MS = 6_000;
/** How often whoever holds an upload says that it lives, and hears whether somebody else asks for it. */
const KEEP_EVERY_MS = 500;
const ASK_EVERY_MS = 100;
const PATIENCE_MS = 30_000;
const RETRY_SECONDS = 5;

/**
 * One piece of work on an upload at a time, over all processes: the lock is a lease in the upload's row. Whoever wants it
 * says so there, and whoever has it comes to an end. After a lease has run out under a process that stood still, two may
 * write for a moment: the same bytes of the same person at the same place.
 */
export class UploadLocker implements Locker {
  readonly #db: Db;
  readonly #onTaken: (id: string) => Promise<void>;

  /** `onTaken`: what comes before any work on an upload. */
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

  /** An upload that is gone is nobody's: whoever works on it will find out. @throws TOO_MANY_REQUESTS after half a minute */
  async lock(stopSignal: AbortSignal, requestRelease: () => Promise<void> | void): Promise<void> {
    const untilMs = monotonicMs() + PATIENCE_MS;
    while ((await takeUpload(this.#db, this.#id, this.#work, LEASE_MS)) === 'held') {
      if (stopSignal.aborted || monotonicMs() > untilMs) throw appError('TOO_MANY_REQUESTS', { seconds: RETRY_SECONDS });
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
