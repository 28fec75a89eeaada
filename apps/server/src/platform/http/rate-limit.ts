import { monotonicMs } from '../clock.ts';

interface Bucket {
  tokens: number;
  atMs: number;
  /** Has been refused, and that was told, since it was full last. */
  isRefused: boolean;
  /** Counts buckets, so that a new one of the same key is not taken for the old one. */
  run: number;
  /** Spent here: as others were told, and since then. */
  toldSpent: number;
  untoldSpent: number;
}

export interface Budget {
  perMinute: number;
  burst: number;
}

/** Makes a limiter of a kind of call; `name` is the same at all processes. */
export type MakeLimiter = (name: string, budget: Budget) => RateLimiter;

/** What a caller has spent at one process. */
export interface Spending {
  key: string;
  run: number;
  /** In all since the run began. */
  spent: number;
  /** What was missing of a full bucket when it was told. */
  debt: number;
}

/** Whoever has spent so much of a full bucket is told of to other processes. */
const TOLD_SHARE = 1 / 4;

/**
 * Token buckets by key: `perMinute` on average, `burst` at once. Kept in this process; a bucket that is full again is
 * forgotten, so the map stays as large as the number of busy callers. What is spent at other processes is taken from the
 * same buckets, by `takeElsewhere`.
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

  /** How long an empty bucket takes until it is full. */
  get fillMs(): number {
    return this.#burst / this.#perMs;
  }

  /** Takes what a call costs. Returns 0 when it is allowed, else the seconds to wait. */
  take(key: string, cost = 1): number {
    const bucket = this.#bucketOf(key);
    if (bucket.tokens < cost) return Math.ceil((cost - bucket.tokens) / this.#perMs / 1000);
    bucket.tokens -= cost;
    bucket.untoldSpent += cost;
    return 0;
  }

  /** Takes what was spent at another process, so that a caller has one budget. More than a full bucket is not owed. */
  takeElsewhere(key: string, cost: number): void {
    const bucket = this.#bucketOf(key);
    bucket.tokens = Math.max(-this.#burst, bucket.tokens - cost);
  }

  /** What heavy spenders have spent here since this was asked last. */
  takeNews(): Spending[] {
    const news: Spending[] = [];
    const now = this.#nowMs();
    for (const [key, bucket] of this.#buckets) {
      const debt = this.#burst - Math.min(this.#burst, bucket.tokens + (now - bucket.atMs) * this.#perMs);
      if (bucket.untoldSpent === 0 || debt < this.#burst * TOLD_SHARE) continue;
      // what has come back since is nobody's business
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

  /** Whether a caller who was refused had not been since it was quiet: worth a line in the log. */
  isFirstRefusal(key: string): boolean {
    const bucket = this.#buckets.get(key);
    if (!bucket || bucket.isRefused) return false;
    bucket.isRefused = true;
    return true;
  }

  /** Drops buckets that have filled up again. */
  sweep(): void {
    const now = this.#nowMs();
    for (const [key, bucket] of this.#buckets) if (bucket.tokens + (now - bucket.atMs) * this.#perMs >= this.#burst) this.#buckets.delete(key);
  }

  get size(): number {
    return this.#buckets.size;
  }
}

/** Limits of one process for itself. */
export const makeLocalLimiter: MakeLimiter = (_name, budget) => new RateLimiter(budget);
