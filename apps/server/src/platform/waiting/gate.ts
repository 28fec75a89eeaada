import { appError } from '../errors.ts';
import { FairLine, type Turn } from './fair-line.ts';

export interface GateOptions {
  /** The maximum number of tasks that run at the same time. */
  atOnce: number;
  /** The maximum number of tasks that wait. One more, and the last one of the place where most wait is refused. */
  maxWaiting?: number;
  /** Creates the error of a refused task. The default is UNAVAILABLE. */
  refusal?: () => Error;
}

/** The turn of tasks that run in the order in which they came. */
export const IN_ORDER: Turn = { place: '', who: '' };

interface Waiter {
  admit: () => void;
  refuse: () => void;
}

/** Runs a limited number of tasks at a time. The others wait in fair turns. */
export class Gate {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #refusal: () => Error;
  #line: FairLine<Waiter> | null = null;
  #inside = 0;

  constructor({ atOnce, maxWaiting = Number.POSITIVE_INFINITY, refusal = () => appError('UNAVAILABLE') }: GateOptions) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
    this.#refusal = refusal;
  }

  get waiting(): number {
    return this.#line?.size ?? 0;
  }

  get isIdle(): boolean {
    return this.#inside === 0;
  }

  /** Runs `work` when its turn has come. Rejects with the refusal when too many wait. */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    const admission = this.enter(turn);
    if (admission) await admission;
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Enters immediately, and returns true, when there is room. Call `leave` in the end. */
  tryEnter(): boolean {
    if (this.#inside >= this.#atOnce) return false;
    this.#inside += 1;
    return true;
  }

  /** Enters. Returns undefined when there is room, otherwise a promise for the turn. Call `leave` in the end. */
  enter(turn = IN_ORDER): Promise<void> | undefined {
    if (this.tryEnter()) return undefined;
    const line = (this.#line ??= new FairLine());
    return new Promise((resolve, reject) => {
      line.add(turn, { admit: resolve, refuse: () => reject(this.#refusal()) });
      if (line.size > this.#maxWaiting) line.takeLast()?.refuse();
    });
  }

  /** Leaves, and passes the place on. */
  leave(): void {
    const next = this.#line?.take();
    if (next) next.admit();
    else this.#inside -= 1;
  }
}

/** A gate for each key, kept while it is in use. Tasks of one key wait in the order in which they came. */
export class Gates<Key> {
  readonly #atOnce: number;
  readonly #gates = new Map<Key, Gate>();

  /** Creates gates. `atOnce`: the maximum number of tasks of one key that run at the same time. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Runs `work` when its turn has come. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const admission = this.#gateOf(key).enter();
    if (admission) await admission;
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  /** Enters immediately, and returns true, when there is room. Call `leave` in the end. */
  tryEnter(key: Key): boolean {
    return this.#gateOf(key).tryEnter();
  }

  /** Leaves, and passes the place on. */
  leave(key: Key): void {
    const gate = this.#gateOf(key);
    gate.leave();
    if (gate.isIdle) this.#gates.delete(key);
  }

  /** The number of keys with running tasks. */
  get size(): number {
    return this.#gates.size;
  }

  #gateOf(key: Key): Gate {
    const known = this.#gates.get(key);
    if (known) return known;
    const gate = new Gate({ atOnce: this.#atOnce });
    this.#gates.set(key, gate);
    return gate;
  }
}
