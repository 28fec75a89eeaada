import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';

/**
 * The limit for a busy second: 200 students who answer within some seconds bring twice as many calls, a class that
 * works alone a few.
 */
const MANY_A_SECOND = 20;
const WINDOW_MS = 500;
const LOOK_MS = 100;
/** The maximum wait, so that work also runs at a school that is busy all day. */
const LONGEST_MS = 5_000;

/**
 * The time without a call after which a short piece of work begins: a lesson's answer takes about as long, and waits
 * several times for the same threads.
 */
const GAP_MS = 25;
/** The maximum wait for such a gap. */
const LONGEST_GAP_MS = 50;

/** The patience of work: the calls a second that it takes for many, and the maximum wait in milliseconds. */
export interface Patience {
  manyASecond?: number;
  longestMs?: number;
}

/**
 * Measures the current rate of calls, so that work that nobody needs within seconds waits while many people call at the
 * same time.
 */
export class Crowd {
  readonly #nowMs: () => number;
  readonly #wait: (ms: number) => Promise<unknown>;
  #window = 0;
  #count = 0;
  #before = 0;
  #own = 0;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor({ nowMs = monotonicMs, wait = (ms) => sleep(ms) }: { nowMs?: () => number; wait?: (ms: number) => Promise<unknown> } = {}) {
    this.#nowMs = nowMs;
    this.#wait = wait;
  }

  /** Counts a call, when it comes: one that is answered late shows that there are many. */
  add(): void {
    this.#lastAt = this.#nowMs();
    this.addElsewhere(1);
    this.#own += 1;
  }

  /** Counts calls that other processes reported. */
  addElsewhere(calls: number): void {
    this.#turn();
    this.#count += calls;
  }

  /** Returns the number of calls of this process since it was last asked. */
  takeOwn(): number {
    const own = this.#own;
    this.#own = 0;
    return own;
  }

  /** Resolves when there are few calls: immediately if so, and after five seconds, or the given time, in any case. */
  async pass({ manyASecond = MANY_A_SECOND, longestMs = LONGEST_MS }: Patience = {}): Promise<void> {
    const until = this.#nowMs() + longestMs;
    while (this.isMany(manyASecond) && this.#nowMs() < until) await this.#wait(LOOK_MS);
  }

  /**
   * Resolves when this process has had no call for 25 ms: immediately if so, and after 50 ms in any case. For work in
   * short pieces that somebody waits for.
   */
  async gap(): Promise<void> {
    const until = this.#nowMs() + LONGEST_GAP_MS;
    for (let now = this.#nowMs(); now < until && now < this.#lastAt + GAP_MS; now = this.#nowMs())
      await this.#wait(Math.min(until, this.#lastAt + GAP_MS) - now);
  }

  /** Returns true while more calls come in than so many a second. */
  isMany(manyASecond: number): boolean {
    this.#turn();
    return Math.max(this.#count, this.#before) > (manyASecond * WINDOW_MS) / 1000;
  }

  #turn(): void {
    const window = Math.floor(this.#nowMs() / WINDOW_MS);
    if (window === this.#window) return;
    this.#before = window === this.#window + 1 ? this.#count : 0;
    this.#count = 0;
    this.#window = window;
  }
}
