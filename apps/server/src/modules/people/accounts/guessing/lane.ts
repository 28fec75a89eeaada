import { tooManyRequests } from '../../../../platform/errors.ts';
import { type Answer, delayMs, LONGEST_PAUSE_MS } from './lane-state.ts';

export interface GuessClock {
  nowMs: () => number;
  sleep: (ms: number) => Promise<void>;
  /** The time by which this clock has run ahead of the database's clock; 0 by default. */
  aheadMs?: () => number;
}

/** The shared state of lanes, as one process asks for it. */
export interface SharedLanes {
  /** Begins an attempt in a lane that has no state. Returns false when it has one. */
  beginFirst(lane: string): Promise<boolean>;
  /** Requests the next attempt of this process. */
  ask(lane: string, bid: { free: number; rank: number; waitedMs: number; newTries: number }): Promise<Answer>;
  /** Ends an attempt. Returns the number of remembered failures. */
  end(lane: string, how: { isFailure: boolean; forgives: boolean }): Promise<number>;
  /** Records a failure of an attempt that did not have to enter. Returns the number of remembered failures. */
  addFailure(lane: string): Promise<number>;
  countFailures(lane: string): Promise<number>;
}

/** The longest wait in a lane. A browser would give up after that, and the next attempt starts over. */
const LONGEST_WAIT_MS = 30_000;
/** The first pause before asking again where others come first. It doubles each time. */
const FIRST_PAUSE_MS = 100;

interface Waiter {
  /** The rank. The lowest comes first. */
  rank: number;
  /** The group that waits together. The number of waiting attempts is limited per group. */
  group: string;
  sinceMs: number;
  admit: (entered: Entered) => void;
  refuse: (error: unknown) => void;
}

/** The state when an attempt began. */
export interface Entered {
  failures: number;
  /** The attempts at all processes, including this one and refused ones. */
  tries: number;
  /** True when no other attempt of the lane was being checked. */
  isAlone: boolean;
}

interface LaneOptions {
  clock: GuessClock;
  shared: SharedLanes;
  name: string;
  free: () => Promise<number> | number;
  longest: number;
}

/**
 * Attempts of one kind, such as those at one account from one place, as they wait in this process. The first `free`
 * failures cost nothing. After that, all processes together check one attempt at a time, each some time after the
 * failure before it: 250 ms, doubling up to 8 s. An attempt counts as a failure from its start until it has proved
 * right, so simultaneous attempts gain nothing.
 */
export class Lane {
  readonly #options: LaneOptions;
  #waiting: Waiter[] = [];
  #running = 0;
  /** The failures that were not free, as last reported. */
  #beyond = 0;
  #isAsking = false;
  /** True when something has changed since the current request was sent. */
  #isWanted = false;
  #newTries = 0;
  #pauseMs = FIRST_PAUSE_MS;
  /** The rank of the last request, until the response grants it. */
  #askedRank = Number.POSITIVE_INFINITY;
  #wakeAtMs = Number.POSITIVE_INFINITY;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  /** Waits for its turn. @throws TOO_MANY_REQUESTS when too many of the same kind wait, or it takes too long */
  async enter(rank: number, group: string): Promise<Entered> {
    const { clock, shared, name } = this.#options;
    if (this.#waiting.length === 0 && (await shared.beginFirst(name))) {
      this.#running += 1;
      return { failures: 0, tries: 1, isAlone: true };
    }
    this.#newTries += 1;
    const admitted = new Promise<Entered>((admit, refuse) => {
      this.#waiting.push({ rank, group, sinceMs: clock.nowMs(), admit, refuse });
    });
    // while a request is under way, the attempts it may admit do not count as too many
    if (!this.#isAsking && this.#askedRank < Number.POSITIVE_INFINITY) this.#refuseTooMany();
    if (rank < this.#askedRank) this.#pump();
    return admitted;
  }

  /**
   * Ends an attempt. A right one clears earlier failures where `forgives`. Returns the number of remembered failures.
   */
  async leave(isRight: boolean, forgives: boolean): Promise<number> {
    const { shared, name } = this.#options;
    try {
      return await shared.end(name, { isFailure: !isRight, forgives });
    } finally {
      this.#running -= 1;
      this.#pump();
    }
  }

  #pump(): void {
    const now = this.#options.clock.nowMs();
    this.#isWanted = this.#isAsking;
    if (this.#isAsking) return; // nobody is refused in between, so that no place is taken in vain
    for (const waiter of this.#waiting.filter(({ sinceMs }) => now - sinceMs > LONGEST_WAIT_MS)) this.#refuse(waiter);
    if (this.#waiting.length === 0) {
      this.#askedRank = Number.POSITIVE_INFINITY;
      return;
    }
    this.#isAsking = true;
    this.#askForBest(now).then(
      (askInMs) => {
        this.#isAsking = false;
        if (askInMs === 0 || this.#isWanted || this.#waiting.some(({ rank }) => rank < this.#askedRank)) this.#pump();
        else if (askInMs !== null) this.#wakeIn(askInMs);
      },
      (error: unknown) => {
        this.#isAsking = false;
        for (const { refuse } of this.#waiting.splice(0)) refuse(error);
      },
    );
  }

  /**
   * Admits the best of the waiting attempts, where one may begin. Returns the time to ask again, or null when an
   * attempt must end first.
   */
  async #askForBest(now: number): Promise<number | null> {
    const { shared, name, free } = this.#options;
    const { rank, sinceMs } = this.#best();
    this.#askedRank = rank;
    const bid = { free: await free(), rank, waitedMs: now - sinceMs, newTries: this.#newTries };
    this.#newTries = 0;
    const answer = await shared.ask(name, bid);
    this.#beyond = answer.failures - bid.free;
    if (!answer.isAdmitted) return this.#waitOn(answer.dueInMs);
    this.#askedRank = Number.POSITIVE_INFINITY;
    this.#pauseMs = FIRST_PAUSE_MS;
    const next = this.#best();
    this.#waiting = this.#waiting.filter((waiter) => waiter !== next);
    this.#running += 1;
    next.admit({ failures: answer.failures, tries: answer.tries, isAlone: answer.running === 1 });
    return 0;
  }

  #waitOn(dueInMs: number | null): number | null {
    this.#refuseTooMany();
    if (dueInMs !== 0) {
      this.#pauseMs = FIRST_PAUSE_MS;
      return dueInMs;
    }
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
    return pauseMs;
  }

  /** Returns the attempt that comes first. */
  #best(): Waiter {
    return this.#waiting.reduce((best, waiter) => (waiter.rank < best.rank ? waiter : best));
  }

  #wakeIn(ms: number): void {
    const { clock } = this.#options;
    const atMs = clock.nowMs() + ms;
    if (atMs >= this.#wakeAtMs) return;
    this.#wakeAtMs = atMs;
    void clock.sleep(ms).then(() => {
      if (this.#wakeAtMs !== atMs) return; // an earlier one has taken its place
      this.#wakeAtMs = Number.POSITIVE_INFINITY;
      this.#pump();
    });
  }

  #refuseTooMany(): void {
    while (this.#waiting.length > this.#options.longest) this.#refuse(this.#worst());
  }

  #refuse(waiter: Waiter): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiter);
    waiter.refuse(tooManyRequests(Math.max(1, Math.ceil(delayMs(this.#beyond) / 1000))));
  }

  /**
   * Returns the worst waiting attempt: in the group with the most waiting, the one with the highest rank, and of those
   * the last.
   */
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
