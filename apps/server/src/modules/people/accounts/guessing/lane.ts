import { appError } from '../../../../platform/errors.ts';
import { type Answer, delayMs, LONGEST_PAUSE_MS } from './lane-state.ts';

export interface GuessClock {
  nowMs: () => number;
  sleep: (ms: number) => Promise<void>;
  /** How far it has run ahead of the database's; nothing unless said. */
  aheadMs?: () => number;
}

/** What all processes know of lanes, as one of them asks for it. */
export interface SharedLanes {
  /** Begins a try in a lane of which nothing is known. Returns false where something is. */
  beginFirst(lane: string): Promise<boolean>;
  /** Asks for the next try of this process. */
  ask(lane: string, bid: { free: number; rank: number; waitedMs: number; newTries: number }): Promise<Answer>;
  /** Ends a try. Returns the failures that are remembered then. */
  end(lane: string, how: { isFailure: boolean; forgives: boolean }): Promise<number>;
  /** Remembers a failure of a try that did not have to enter. Returns how many are remembered. */
  addFailure(lane: string): Promise<number>;
  countFailures(lane: string): Promise<number>;
}

/** Nobody stands longer in a lane: a browser would give up, and the next try begins anew. */
const LONGEST_WAIT_MS = 30_000;
/** Where others come first it is asked again after so long, and doubling. */
const FIRST_PAUSE_MS = 100;

interface Waiter {
  /** Fewest first. */
  rank: number;
  /** Who waits together: of those, only so many. */
  group: string;
  sinceMs: number;
  admit: (entered: Entered) => void;
  refuse: (error: unknown) => void;
}

/** What was known when a try began. */
export interface Entered {
  failures: number;
  /** At all processes, this one included, refused ones too. */
  tries: number;
  /** No other try of the lane was being looked at. */
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
 * Tries of one kind, such as those at one account from one place, as they wait in this process. The first `free` failures
 * cost nothing; afterwards one try at a time is looked at, in all processes together, each some time after the failure
 * before it: 250 ms, doubling up to 8 s. A try counts as a failure from the moment it begins until it has proved right,
 * so tries of the same moment gain nothing.
 */
export class Lane {
  readonly #options: LaneOptions;
  #waiting: Waiter[] = [];
  #running = 0;
  /** Failures that were not free, when this was heard of last. */
  #beyond = 0;
  #isAsking = false;
  /** Something has changed while it was asked. */
  #isWanted = false;
  #newTries = 0;
  #pauseMs = FIRST_PAUSE_MS;
  /** The rank that was asked for last, until it is answered with a place. */
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
    // while it is asked, those that are let in are not too many
    if (!this.#isAsking && this.#askedRank < Number.POSITIVE_INFINITY) this.#refuseTooMany();
    if (rank < this.#askedRank) this.#pump();
    return admitted;
  }

  /** Ends a try. A right one forgives what came before where `forgives`. Returns the failures that are remembered. */
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
    if (this.#isAsking) return; // nobody is refused meanwhile, so that a place is not got for nobody
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

  /** Admits the best of those who wait, where one may begin. Returns when to ask again; null: when one has left. */
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

  /** Whoever stands first. */
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
    waiter.refuse(appError('TOO_MANY_REQUESTS', { seconds: Math.max(1, Math.ceil(delayMs(this.#beyond) / 1000)) }));
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
