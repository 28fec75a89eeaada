import { setImmediate } from 'node:timers';
import { monotonicMs } from './clock.ts';

export interface GatheringOptions {
  /** Batches of a key that are under way at a time. */
  atOnce?: number;
  /** Members of a batch. */
  most?: number;
  /** How long the first of a batch waits at most while others of its key are under way, or came with it. */
  gatherMs?: number;
}

/**
 * Does for many at once what each asks for alone. Those who ask in one turn of the event loop are a batch, and so are those
 * who come within some milliseconds while another batch of their key is under way, or while as many are as may be: whoever
 * comes alone waits for nobody, and whatever is read for somebody is read after the question.
 */
export class Gathering<Key, Member, Result> {
  readonly #work: (key: Key, members: readonly Member[]) => Promise<readonly Result[]>;
  readonly #atOnce: number;
  readonly #most: number;
  readonly #gatherMs: number;
  readonly #lanes = new Map<Key, Lane<Member, Result>>();

  /** `work` returns a result for each member, in their order; what it throws, all of its batch are told. */
  constructor(work: (key: Key, members: readonly Member[]) => Promise<readonly Result[]>, { atOnce = 2, most = 250, gatherMs = 10 }: GatheringOptions = {}) {
    this.#work = work;
    this.#atOnce = atOnce;
    this.#most = most;
    this.#gatherMs = gatherMs;
  }

  ask(key: Key, member: Member): Promise<Result> {
    let lane = this.#lanes.get(key);
    if (!lane) {
      lane = { waiting: [], running: 0, isPlanned: false };
      this.#lanes.set(key, lane);
    }
    const { waiting } = lane;
    const result = new Promise<Result>((resolve, reject) => void waiting.push({ member, sinceMs: monotonicMs(), resolve, reject }));
    this.#plan(key, lane, lane.running > 0);
    return result;
  }

  /** Keys that something is asked for. */
  get size(): number {
    return this.#lanes.size;
  }

  #plan(key: Key, lane: Lane<Member, Result>, othersCome: boolean): void {
    const [first] = lane.waiting;
    if (lane.isPlanned || lane.running >= this.#atOnce || !first) return;
    lane.isPlanned = true;
    const begin = (): void => {
      lane.isPlanned = false;
      lane.running += 1;
      void this.#run(key, lane.waiting.splice(0, this.#most)).then(() => {
        lane.running -= 1;
        if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(key);
        else this.#plan(key, lane, true);
      });
      this.#plan(key, lane, true);
    };
    const waitMs = othersCome && lane.waiting.length < this.#most ? this.#gatherMs - (monotonicMs() - first.sinceMs) : 0;
    if (waitMs > 0) setTimeout(begin, waitMs);
    else setImmediate(begin);
  }

  async #run(key: Key, batch: readonly Waiter<Member, Result>[]): Promise<void> {
    try {
      const results = await this.#work(
        key,
        batch.map(({ member }) => member),
      );
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

interface Waiter<Member, Result> {
  member: Member;
  sinceMs: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface Lane<Member, Result> {
  readonly waiting: Waiter<Member, Result>[];
  running: number;
  isPlanned: boolean;
}
