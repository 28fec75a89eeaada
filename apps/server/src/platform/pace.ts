import { monotonicMs } from './clock.ts';

/**
 * Limits an amount per second, in order of arrival. A sender who waits before the next piece takes turns with the
 * others.
 */
export class Pace {
  readonly #perMs: number;
  readonly #aheadMs: number;
  readonly #nowMs: () => number;
  #dueMs = Number.NEGATIVE_INFINITY;

  constructor({ perSecond, atOnce, nowMs = monotonicMs }: { perSecond: number; atOnce: number; nowMs?: () => number }) {
    this.#perMs = perSecond / 1000;
    this.#aheadMs = atOnce / this.#perMs;
    this.#nowMs = nowMs;
  }

  get hasRoom(): boolean {
    return this.#dueMs <= this.#nowMs();
  }

  /** Reserves an amount. Returns the milliseconds until it may be processed. */
  take(amount: number): number {
    const now = this.#nowMs();
    this.#dueMs = Math.max(this.#dueMs, now - this.#aheadMs) + amount / this.#perMs;
    return Math.max(0, Math.round(this.#dueMs - now));
  }
}

/** A pace for each key, kept as long as somebody waits for it. */
export class Paces {
  readonly #each: { perSecond: number; atOnce: number; nowMs?: () => number };
  readonly #paces = new Map<string, Pace>();

  constructor(each: { perSecond: number; atOnce: number; nowMs?: () => number }) {
    this.#each = each;
  }

  /** Reserves an amount. Returns the milliseconds until it may be processed. */
  take(key: string, amount: number): number {
    const pace = this.#paces.get(key) ?? new Pace(this.#each);
    this.#paces.set(key, pace);
    return pace.take(amount);
  }

  /** Deletes those that nobody waits for. */
  sweep(): void {
    for (const [key, pace] of this.#paces) if (pace.hasRoom) this.#paces.delete(key);
  }

  get size(): number {
    return this.#paces.size;
  }
}
