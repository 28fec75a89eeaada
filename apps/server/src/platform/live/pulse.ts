interface Beat<Value> {
  timer: NodeJS.Timeout;
  /** The value that arrived in the meantime and waits. */
  next: { value: Value } | null;
}

/** Passes values on by key: the first immediately, then one of each interval, the newest unless `choose` decides. */
export class Pulse<Value> {
  readonly #intervalMs: number;
  readonly #pass: (key: string, value: Value) => void;
  readonly #choose: (waiting: Value, came: Value) => Value;
  readonly #beats = new Map<string, Beat<Value>>();

  constructor(intervalMs: number, pass: (key: string, value: Value) => void, choose: (waiting: Value, came: Value) => Value = (_waiting, came) => came) {
    this.#intervalMs = intervalMs;
    this.#pass = pass;
    this.#choose = choose;
  }

  beat(key: string, value: Value): void {
    const current = this.#beats.get(key);
    if (current) current.next = { value: current.next ? this.#choose(current.next.value, value) : value };
    else this.#begin(key, value);
  }

  /** Passes waiting values on immediately. */
  flush(): void {
    const waiting = [...this.#beats];
    this.clear();
    for (const [key, { next }] of waiting) if (next) this.#pass(key, next.value);
  }

  /** Drops waiting values. */
  clear(): void {
    for (const { timer } of this.#beats.values()) clearTimeout(timer);
    this.#beats.clear();
  }

  #begin(key: string, value: Value): void {
    const timer = setTimeout(() => {
      const next = this.#beats.get(key)?.next;
      this.#beats.delete(key);
      if (next) this.#begin(key, next.value);
    }, this.#intervalMs).unref();
    this.#beats.set(key, { timer, next: null });
    this.#pass(key, value);
  }
}
