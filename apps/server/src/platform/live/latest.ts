import type { Log } from '../log.ts';

interface Value {
  makeData: () => Promise<unknown>;
  isMaking: boolean;
  isStale: boolean;
  timer: NodeJS.Timeout | null;
  retryMs: number;
}

const RETRY_MS = { first: 250, last: 5000 };

/**
 * Broadcasts of absolute values that only the newest of matters: of many calls within the interval one is made, at its
 * end, and never two of one value at a time, so that an older value cannot overtake a newer one. A value that cannot
 * be made is tried again until it can; one that has ceased to be (`undefined`) is not told.
 */
export class Latest {
  readonly #intervalMs: number;
  readonly #publish: (channel: string, name: string, data: unknown) => void;
  readonly #log: Log;
  readonly #values = new Map<string, Value>();
  #isStopped = false;

  constructor(intervalMs: number, publish: (channel: string, name: string, data: unknown) => void, log: Log) {
    this.#intervalMs = intervalMs;
    this.#publish = publish;
    this.#log = log;
  }

  publish(channel: string, name: string, makeData: () => Promise<unknown>): void {
    if (this.#isStopped) return;
    const key = `${channel} ${name}`;
    const value = this.#values.get(key);
    if (!value) {
      const fresh: Value = { makeData, isMaking: false, isStale: false, timer: null, retryMs: RETRY_MS.first };
      this.#values.set(key, fresh);
      return this.#schedule(key, channel, name, fresh, this.#intervalMs);
    }
    value.makeData = makeData;
    value.isStale ||= value.isMaking;
  }

  stop(): void {
    this.#isStopped = true;
    for (const value of this.#values.values()) if (value.timer) clearTimeout(value.timer);
    this.#values.clear();
  }

  #schedule(key: string, channel: string, name: string, value: Value, delayMs: number): void {
    value.timer = setTimeout(() => void this.#make(key, channel, name, value), delayMs);
  }

  async #make(key: string, channel: string, name: string, value: Value): Promise<void> {
    value.isMaking = true;
    value.isStale = false;
    let again: number | null = null;
    try {
      const data = await value.makeData();
      if (this.#values.get(key) !== value) return; // stopped meanwhile
      if (data !== undefined) this.#publish(channel, name, data);
      value.retryMs = RETRY_MS.first;
      if (value.isStale) again = this.#intervalMs;
    } catch (error) {
      this.#log.warn({ err: error, channel, event: name }, 'a value could not be made for its watchers; trying again');
      again = value.retryMs;
      value.retryMs = Math.min(RETRY_MS.last, value.retryMs * 2);
    }
    value.isMaking = false;
    if (this.#values.get(key) !== value) return;
    if (again === null) this.#values.delete(key);
    else this.#schedule(key, channel, name, value, again);
  }
}
