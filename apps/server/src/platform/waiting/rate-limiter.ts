import { monotonicMs } from '../clock.ts';
import { tooManyRequests } from '../errors.ts';
import { Bucket } from './bucket.ts';

interface Caller {
  bucket: Bucket;
  /** True when a call was refused and reported since the bucket was last full. */
  isRefused: boolean;
  /** A counter of callers, so that a new one with the same key is not confused with the old one. */
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
  readonly #callers = new Map<string, Caller>();
  readonly #budget: Budget;
  readonly #nowMs: () => number;
  #runs = 0;

  constructor(budget: Budget, nowMs: () => number = monotonicMs) {
    this.#budget = budget;
    this.#nowMs = nowMs;
  }

  /** The time in which an empty bucket refills. */
  get fillMs(): number {
    return (this.#budget.burst / this.#budget.perMinute) * 60_000;
  }

  /** Takes the cost of a call. Returns 0 when it is allowed, otherwise the seconds to wait. */
  take(key: string, cost = 1): number {
    const now = this.#nowMs();
    const caller = this.#callerOf(key);
    if (!caller.bucket.take(now, cost)) return Math.ceil(caller.bucket.computeWaitMs(now, cost) / 1000);
    caller.untoldSpent += cost;
    return 0;
  }

  /** Takes the cost of a call. @throws TOO_MANY_REQUESTS with the seconds to wait */
  require(key: string, cost = 1): void {
    const seconds = this.take(key, cost);
    if (seconds > 0) throw tooManyRequests(seconds);
  }

  /** Checks that the points are there, and takes none. @throws TOO_MANY_REQUESTS with the seconds to wait */
  requireLeft(key: string, cost = 1): void {
    const waitMs = this.#callerOf(key).bucket.computeWaitMs(this.#nowMs(), cost);
    if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / 1000));
  }

  /** Takes points spent at another process, so that a caller has one budget. The debt is limited to a full bucket. */
  takeElsewhere(key: string, cost: number): void {
    this.#callerOf(key).bucket.drain(this.#nowMs(), cost);
  }

  /** Returns the points that heavy spenders have spent here since the last call. */
  takeNews(): Spending[] {
    const news: Spending[] = [];
    const now = this.#nowMs();
    for (const [key, caller] of this.#callers) {
      const debt = caller.bucket.computeMissing(now);
      if (caller.untoldSpent === 0 || debt < this.#budget.burst * TOLD_SHARE) continue;
      // Points refilled since then are not reported.
      caller.toldSpent += caller.toldSpent === 0 ? Math.min(caller.untoldSpent, debt) : caller.untoldSpent;
      caller.untoldSpent = 0;
      news.push({ key, run: caller.run, spent: caller.toldSpent, debt });
    }
    return news;
  }

  #callerOf(key: string): Caller {
    const known = this.#callers.get(key);
    if (known) return known;
    this.#runs += 1;
    const caller = { bucket: new Bucket(this.#budget), isRefused: false, run: this.#runs, toldSpent: 0, untoldSpent: 0 };
    this.#callers.set(key, caller);
    return caller;
  }

  /** Returns true for the first refusal of a caller after an idle time. It is worth a line in the log. */
  isFirstRefusal(key: string): boolean {
    const caller = this.#callers.get(key);
    if (!caller || caller.isRefused) return false;
    caller.isRefused = true;
    return true;
  }

  /** Deletes buckets that are full again. */
  sweep(): void {
    const now = this.#nowMs();
    for (const [key, { bucket }] of this.#callers) if (bucket.computeMissing(now) <= 0) this.#callers.delete(key);
  }

  get size(): number {
    return this.#callers.size;
  }
}

/** Creates a limiter for this process only. */
export const makeLocalLimiter: MakeLimiter = (_name, budget) => new RateLimiter(budget);
