import { appError } from '../../../platform/errors.ts';

export interface GuessClock {
  nowMs: () => number;
  sleep: (ms: number) => Promise<void>;
}

/** Failures are forgotten after a quarter of an hour without another. */
export const MEMORY_MS = 15 * 60_000;
const LONGEST_DELAY_MS = 8_000;
/** Nobody stands longer in a lane: a browser would give up, and the next try begins anew. */
const LONGEST_WAIT_MS = 30_000;

interface Waiter {
  /** Fewest first. */
  rank: number;
  /** Who waits together: of those, only so many. */
  group: string;
  sinceMs: number;
  admit: () => void;
  refuse: (seconds: number) => void;
}

/**
 * Tries of one kind, such as those at one account from one place. The first `free` failures cost nothing; afterwards one
 * try at a time is looked at, each some time after the failure before it: 250 ms, doubling up to 8 s. A try counts as a
 * failure from the moment it begins until it has proved right, so tries of the same moment gain nothing.
 */
export class Lane {
  readonly #clock: GuessClock;
  readonly #free: () => number;
  readonly #longest: number;
  #failures = 0;
  #lastMs: number;
  #running = 0;
  #waiting: Waiter[] = [];
  #isTimed = false;

  constructor(clock: GuessClock, free: () => number, longest: number) {
    this.#clock = clock;
    this.#free = free;
    this.#longest = longest;
    this.#lastMs = clock.nowMs();
  }

  get failures(): number {
    this.#forget();
    return this.#failures;
  }
  get running(): number {
    return this.#running;
  }
  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  /** Waits for its turn. @throws TOO_MANY_REQUESTS when too many of the same kind wait, or it takes too long */
  async enter(rank: number, group: string): Promise<void> {
    if (this.#waiting.length === 0 && this.#dueInMs() === 0) {
      this.#running += 1;
      return;
    }
    const admitted = new Promise<void>((resolve, reject) => {
      const refuse = (seconds: number): void => reject(appError('TOO_MANY_REQUESTS', { seconds }));
      this.#waiting.push({ rank, group, sinceMs: this.#clock.nowMs(), admit: resolve, refuse });
    });
    if (this.#waiting.length > this.#longest) this.#refuse(this.#worst());
    this.#pump();
    await admitted;
  }

  /** Ends a try. A right one forgives what came before where `forgives`. */
  leave(isRight: boolean, { forgives }: { forgives: boolean }): void {
    this.#running -= 1;
    if (!isRight) this.note();
    else if (forgives) this.#failures = 0;
    this.#pump();
  }

  /** Remembers a failure of a try that did not have to enter. */
  note(): void {
    this.#failures = this.failures + 1;
    this.#lastMs = this.#clock.nowMs();
  }

  #forget(): void {
    if (this.#failures > 0 && this.#clock.nowMs() - this.#lastMs > MEMORY_MS) this.#failures = 0;
  }

  /** When the next try may begin; infinite while one that must end first is running. */
  #dueInMs(): number {
    const beyond = this.failures - this.#free();
    if (beyond + this.#running < 0) return 0;
    if (this.#running > 0) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#lastMs + delayMs(beyond) - this.#clock.nowMs());
  }

  #pump(): void {
    const now = this.#clock.nowMs();
    for (const waiter of this.#waiting.filter(({ sinceMs }) => now - sinceMs > LONGEST_WAIT_MS)) this.#refuse(waiter);
    while (this.#waiting.length > 0) {
      const due = this.#dueInMs();
      if (due > 0) return void (due < Number.POSITIVE_INFINITY && this.#wakeIn(due));
      const next = this.#waiting.reduce((best, waiter) => (waiter.rank < best.rank ? waiter : best));
      this.#waiting = this.#waiting.filter((waiter) => waiter !== next);
      this.#running += 1;
      next.admit();
    }
  }

  #wakeIn(ms: number): void {
    if (this.#isTimed) return;
    this.#isTimed = true;
    void this.#clock.sleep(ms).then(() => {
      this.#isTimed = false;
      this.#pump();
    });
  }

  #refuse(waiter: Waiter): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiter);
    waiter.refuse(Math.ceil(delayMs(this.failures - this.#free()) / 1000));
  }

  /** Of the group with most waiting, the one that tried most, and of those the last. */
  #worst(): Waiter {
    const sizes = new Map<string, number>();
    for (const { group } of this.#waiting) sizes.set(group, (sizes.get(group) ?? 0) + 1);
    const sizeOf = ({ group }: Waiter): number => sizes.get(group) ?? 0;
    return this.#waiting.reduce((worst, waiter) => {
      const difference = sizeOf(waiter) - sizeOf(worst) || waiter.rank - worst.rank;
      return difference >= 0 ? waiter : worst;
    });
  }
}

/** Between a failure beyond the free ones and the next try. */
export function delayMs(beyond: number): number {
  return beyond < 0 ? 0 : Math.min(LONGEST_DELAY_MS, 250 * 2 ** Math.min(10, beyond));
}
