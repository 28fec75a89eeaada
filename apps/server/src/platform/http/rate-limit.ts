import { monotonicMs } from '../clock.ts';

interface Bucket {
  tokens: number;
  atMs: number;
  /** True when a call was refused and reported since the bucket was last full. */
  isRefused: boolean;
  /** A counter of buckets, so that a new one with the same key is not confused with the old one. */
  run: number;
  /** The points spent here, as reported to the others, and since then. */
  toldSpent: number;
  untoldSpent: number;
}

export interface Budget {
  perMinute: number;
  burst: number;
}

/** Creates a limiter for a kind of call. `name` is the same at all processes. */
export type MakeLimiter = (name: string, budget: Budget) => RateLimiter;

/** The points that a caller has spent at one process. */
export interface Spending {
  key: string;
  run: number;
  /** The total since the run began. */
  spent: number;
  /** The points missing from a full bucket at the time of the report. */
  debt: number;
}

/** Spending above this share of a full bucket is reported to other processes. */
const TOLD_SHARE = 1 / 4;

/**
 * Token buckets by key: `perMinute` on average, `burst` in a burst. They are kept in this process, and a full bucket is
 * deleted, so the map only holds busy callers. `takeElsewhere` subtracts points spent at other processes from the same
 * buckets.
 */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>();
  readonly #perMs: number;
  readonly #burst: number;
  readonly #nowMs: () => number;
  #runs = 0;

  constructor({ perMinute, burst }: Budget, nowMs: () => number = monotonicMs) {
    this.#perMs = perMinute / 60_000;
    this.#burst = burst;
    this.#nowMs = nowMs;
  }

  /** The time in which an empty bucket refills. */
  get fillMs(): number {
    return this.#burst / this.#perMs;
  }

  /** Takes the cost of a call. Returns 0 when it is allowed, otherwise the seconds to wait. */
  take(key: string, cost = 1): number {
    const bucket = this.#bucketOf(key);
    if (bucket.tokens < cost) return Math.ceil((cost - bucket.tokens) / this.#perMs / 1000);
    bucket.tokens -= cost;
    bucket.untoldSpent += cost;
    return 0;
  }

  /** Takes points spent at another process, so that a caller has one budget. The debt is limited to a full bucket. */
  takeElsewhere(key: string, cost: number): void {
    const bucket = this.#bucketOf(key);
    bucket.tokens = Math.max(-this.#burst, bucket.tokens - cost);
  }

  /** Returns the points that heavy spenders have spent here since the last call. */
  takeNews(): Spending[] {
    const news: Spending[] = [];
    const now = this.#nowMs();
    for (const [key, bucket] of this.#buckets) {
      const debt = this.#burst - Math.min(this.#burst, bucket.tokens + (now - bucket.atMs) * this.#perMs);
      if (bucket.untoldSpent === 0 || debt < this.#burst * TOLD_SHARE) continue;
      // Points refilled since then are not reported.
      bucket.toldSpent += bucket.toldSpent === 0 ? Math.min(bucket.untoldSpent, debt) : bucket.untoldSpent;
      bucket.untoldSpent = 0;
      news.push({ key, run: bucket.run, spent: bucket.toldSpent, debt });
    }
    return news;
  }

  #bucketOf(key: string): Bucket {
    const now = this.#nowMs();
    const known = this.#buckets.get(key);
    if (!known) {
      this.#runs += 1;
      const bucket = { tokens: this.#burst, atMs: now, isRefused: false, run: this.#runs, toldSpent: 0, untoldSpent: 0 };
      this.#buckets.set(key, bucket);
      return bucket;
    }
    known.tokens = Math.min(this.#burst, known.tokens + (now - known.atMs) * this.#perMs);
    known.atMs = now;
    return known;
  }

  /** Returns true for the first refusal of a caller after an idle time. It is worth a line in the log. */
  isFirstRefusal(key: string): boolean {
    const bucket = this.#buckets.get(key);
    if (!bucket || bucket.isRefused) return false;
    bucket.isRefused = true;
    return true;
  }

  /** Deletes buckets that are full again. */
  sweep(): void {
    const now = this.#nowMs();
    for (const [key, bucket] of this.#buckets) if (bucket.tokens + (now - bucket.atMs) * this.#perMs >= this.#burst) this.#buckets.delete(key);
  }

  get size(): number {
    return this.#buckets.size;
  }
}

/** Creates a limiter for this process only. */
export const makeLocalLimiter: MakeLimiter = (_name, budget) => new RateLimiter(budget);
