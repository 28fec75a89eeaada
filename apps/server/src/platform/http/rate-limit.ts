import { monotonicMs } from '../clock.ts';

interface Bucket {
  tokens: number;
  atMs: number;
  /** Has been refused, and that was told, since it was full last. */
  isRefused: boolean;
}

/**
 * Token buckets by key: `perMinute` on average, `burst` at once. Kept in this process; a bucket that is full again is
 * forgotten, so the map stays as large as the number of busy callers.
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

  /** Takes what a call costs. Returns 0 when it is allowed, else the seconds to wait. */
  take(key: string, cost = 1): number {
    const now = this.#nowMs();
    const bucket = this.#buckets.get(key) ?? { tokens: this.#burst, atMs: now, isRefused: false };
    bucket.tokens = Math.min(this.#burst, bucket.tokens + (now - bucket.atMs) * this.#perMs);
    bucket.atMs = now;
    this.#buckets.set(key, bucket);
    if (bucket.tokens < cost) return Math.ceil((cost - bucket.tokens) / this.#perMs / 1000);
    bucket.tokens -= cost;
    return 0;
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
