import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMs } from '../../platform/clock.ts';
import { appError } from '../../platform/errors.ts';

/** Failures are forgotten after a quarter of an hour without another. */
const MEMORY_MS = 15 * 60_000;
const LONGEST_DELAY_MS = 8_000;
/** Checks of one account or address that may wait at a time. */
const LONGEST_QUEUE = 60;

interface Record_ {
  failures: number;
  lastMs: number;
  queue: Promise<void>;
  waiting: number;
}

/**
 * Slows guessing down and never locks anybody out: after failures, the next checks of the same account, and of the
 * same address, wait in a queue. A school is one address, so an address is slowed only after many failures.
 * Kept in this process.
 */
export class SignInThrottle {
  readonly #records = new Map<string, Record_>();
  readonly #sleep: (ms: number) => Promise<void>;
  readonly #nowMs: () => number;

  constructor(sleep: (ms: number) => Promise<void> = (ms) => wait(ms), nowMs: () => number = monotonicMs) {
    this.#sleep = sleep;
    this.#nowMs = nowMs;
  }

  /** Runs a check when its turn has come; `check` answers whether the password was right. */
  async run(accountKey: string, address: string, check: () => Promise<boolean>): Promise<boolean> {
    const account = this.#record(`account ${accountKey}`);
    const place = this.#record(`address ${address}`);
    return this.#inTurn(account, delayMs(account.failures, 3), () =>
      this.#inTurn(place, delayMs(place.failures, 100), async () => {
        const isRight = await check();
        if (isRight) account.failures = 0;
        else
          for (const record of [account, place]) {
            record.failures += 1;
            record.lastMs = this.#nowMs();
          }
        return isRight;
      }),
    );
  }

  /** Without delay there is no queue: a class that signs in at once is not made to stand in line. */
  async #inTurn<T>(record: Record_, delay: number, work: () => Promise<T>): Promise<T> {
    if (delay === 0) return work();
    if (record.waiting >= LONGEST_QUEUE) throw appError('TOO_MANY_REQUESTS', { seconds: Math.ceil((delay * record.waiting) / 1000) });
    record.waiting += 1;
    const turn = record.queue.then(() => this.#sleep(delay));
    const done = turn.then(work);
    record.queue = done.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await done;
    } finally {
      record.waiting -= 1;
    }
  }

  #record(key: string): Record_ {
    const now = this.#nowMs();
    if (this.#records.size > 50_000)
      for (const [old, record] of this.#records) if (record.waiting === 0 && now - record.lastMs > MEMORY_MS) this.#records.delete(old);
    const known = this.#records.get(key);
    if (known && now - known.lastMs > MEMORY_MS && known.waiting === 0) known.failures = 0;
    if (known) return known;
    const fresh: Record_ = { failures: 0, lastMs: now, queue: Promise.resolve(), waiting: 0 };
    this.#records.set(key, fresh);
    return fresh;
  }
}

/** None for the first `free` failures, then 250 ms doubling up to 8 s. */
export function delayMs(failures: number, free: number): number {
  return failures < free ? 0 : Math.min(LONGEST_DELAY_MS, 250 * 2 ** Math.min(10, failures - free));
}
