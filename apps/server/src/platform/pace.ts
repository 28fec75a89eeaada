import { monotonicMs } from './clock.ts';

/** So much by the second, in the order in which it comes: whoever holds one piece while waiting takes turns with the others. */
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

  /** Takes room for so much. Returns the milliseconds until it may be worked on. */
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

  /** Takes room for so much. Returns the milliseconds until it may be worked on. */
  take(key: string, amount: number): number {
    const pace = this.#paces.get(key) ?? new Pace(this.#each);
    this.#paces.set(key, pace);
    return pace.take(amount);
  }

  /** Forgets those that nobody waits for. */
  sweep(): void {
    for (const [key, pace] of this.#paces) if (pace.hasRoom) this.#paces.delete(key);
  }

  get size(): number {
    return this.#paces.size;
  }
}
