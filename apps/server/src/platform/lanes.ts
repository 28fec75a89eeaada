/** Runs a limited number of tasks at a time for each key. The others wait in the order in which they came. */
export class Lanes<Key> {
  readonly #atOnce: number;
  readonly #lanes = new Map<Key, { running: number; waiting: (() => void)[] }>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Runs `work` when its turn has come. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: [] };
    this.#lanes.set(key, lane);
    // A finished task passes its place on.
    if (lane.running >= this.#atOnce) await new Promise<void>((resolve) => lane.waiting.push(resolve));
    else lane.running += 1;
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next) next();
      else if (lane.running > 1) lane.running -= 1;
      else this.#lanes.delete(key);
    }
  }

  /** The number of keys with running tasks. */
  get size(): number {
    return this.#lanes.size;
  }
}
