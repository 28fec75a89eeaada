import { setImmediate } from 'node:timers';
import { monotonicMs } from '../clock.ts';

export interface BatcherOptions {
  /** The maximum number of concurrent batches of a key. */
  atOnce?: number;
  /** The maximum number of members of a batch. */
  most?: number;
  /**
   * The maximum time that the first member of a batch waits while others of its key are in progress, or came with it.
   */
  gatherMs?: number;
}

/**
 * Combines single requests into batches. Requests in one turn of the event loop are a batch, and so are those that come
 * within some milliseconds while another batch of their key is in progress, or while the maximum number is. A single
 * request never waits, and data is always read after its request.
 */
export class Batcher<Key, Member, Result> {
  readonly #work: (key: Key, members: readonly Member[]) => Promise<readonly Result[]>;
  readonly #atOnce: number;
  readonly #most: number;
  readonly #gatherMs: number;
  readonly #lanes = new Map<Key, Lane<Member, Result>>();

  /** `work` returns a result for each member, in their order. An error is reported to the whole batch. */
  constructor(work: (key: Key, members: readonly Member[]) => Promise<readonly Result[]>, { atOnce = 2, most = 250, gatherMs = 10 }: BatcherOptions = {}) {
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

  /** The number of keys with requests. */
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
