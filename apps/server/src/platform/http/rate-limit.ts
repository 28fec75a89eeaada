import { monotonicMs } from '../clock.ts';

interface Bucket {
  tokens: number;
  atMs: number;
}

/**
 * Token buckets by key: `perMinute` calls on average, `burst` at once. Kept in this process; a bucket that is full
 * again is forgotten, so the map stays as large as the number of busy callers.
 */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>();
  readonly #perMs: number;
  readonly #burst: number;
  readonly #nowMs: () => number;

  constructor({ perMinute, burst }: { perMinute: number; burst: number }, nowMs: () => number = monotonicMs) {
    this.#perMs = perMinute / 60_000;
    this.#burst = burst;
    this.#nowMs = nowMs;
  }

  /** Takes one. Answers 0 when allowed, else the seconds to wait. */
  take(key: string): number {
    const now = this.#nowMs();
    const bucket = this.#buckets.get(key) ?? { tokens: this.#burst, atMs: now };
    bucket.tokens = Math.min(this.#burst, bucket.tokens + (now - bucket.atMs) * this.#perMs);
    bucket.atMs = now;
    this.#buckets.set(key, bucket);
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / this.#perMs / 1000);
    bucket.tokens -= 1;
    return 0;
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
