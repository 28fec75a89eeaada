import { monotonicMs } from '../clock.ts';
import { Bucket, type Rate } from './bucket.ts';

/**
 * Limits an amount per second for each key, in order of arrival, and refuses nothing: callers wait. A sender who waits
 * before the next piece takes turns with the others. A key is kept as long as somebody waits for it.
 */
export class Paces {
  readonly #rate: Rate;
  readonly #nowMs: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, nowMs: () => number = monotonicMs) {
    this.#rate = rate;
    this.#nowMs = nowMs;
  }

  /** Reserves an amount. Returns the milliseconds until it may be processed. */
  take(key: string, amount: number): number {
    const bucket = this.#buckets.get(key) ?? new Bucket(this.#rate);
    this.#buckets.set(key, bucket);
    return bucket.reserve(this.#nowMs(), amount);
  }

  /** Deletes those that nobody waits for. */
  sweep(): void {
    const now = this.#nowMs();
    for (const [key, bucket] of this.#buckets) if (bucket.hasRoom(now)) this.#buckets.delete(key);
  }

  get size(): number {
    return this.#buckets.size;
  }
}
