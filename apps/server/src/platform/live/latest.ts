import type { Log } from '../log.ts';

/** A value that is sent as a whole, of which only the newest matters. */
export interface ValueKind {
  /** The name of the event that carries it. */
  name: string;
  /** Returns the current value for a channel, or `undefined` when there is none any more. */
  make: (channel: string, about: number) => Promise<unknown>;
  /** Returns true when it has to be made again on a channel after a process has ended without a goodbye. */
  restsOnPresence?: (channel: string) => boolean;
}

interface LatestOptions {
  /** The shortest time between two broadcasts of one value. */
  intervalMs: number;
  hasListeners: (channel: string) => boolean;
  /** Broadcasts to the listeners in this process. */
  deliver: (channel: string, name: string, data: unknown) => void;
  log: Log;
}

interface Value {
  about: number;
  isMaking: boolean;
  isStale: boolean;
  timer: NodeJS.Timeout | null;
  retryMs: number;
}

const RETRY_MS = { first: 250, last: 5000 };

/**
 * Makes changed values for the listeners in this process: the first immediately, many changes within the interval once
 * at its end, and never two of one value at a time, so that an older value cannot overtake a newer one. A value that
 * cannot be made is retried until it can.
 */
export class Latest {
  readonly #options: LatestOptions;
  readonly #kinds = new Map<string, ValueKind>();
  readonly #values = new Map<string, Value>();
  #isStopped = false;

  constructor(options: LatestOptions) {
    this.#options = options;
  }

  define(kind: ValueKind): void {
    this.#kinds.set(kind.name, kind);
  }

  /** Notes that a value has changed, in any process. */
  changed(channel: string, name: string, about: number): void {
    const kind = this.#kinds.get(name);
    if (this.#isStopped || !kind || !this.#options.hasListeners(channel)) return;
    const key = `${channel} ${name}`;
    const value = this.#values.get(key);
    if (value) {
      value.about = about;
      value.isStale = true;
      return;
    }
    const fresh: Value = { about, isMaking: false, isStale: true, timer: null, retryMs: RETRY_MS.first };
    this.#values.set(key, fresh);
    void this.#make(key, channel, kind, fresh);
  }

  /** Notes that a process has ended: values that depend on connected people may have changed. */
  presenceLost(channels: Iterable<string>): void {
    const kinds = [...this.#kinds.values()].filter(({ restsOnPresence }) => restsOnPresence);
    for (const channel of channels) for (const { name, restsOnPresence } of kinds) if (restsOnPresence?.(channel)) this.changed(channel, name, 0);
  }

  stop(): void {
    this.#isStopped = true;
    for (const value of this.#values.values()) if (value.timer) clearTimeout(value.timer);
    this.#values.clear();
  }

  async #make(key: string, channel: string, kind: ValueKind, value: Value): Promise<void> {
    const { intervalMs, deliver, log, hasListeners } = this.#options;
    value.isMaking = true;
    value.isStale = false;
    let againMs = intervalMs;
    try {
      const data = await kind.make(channel, value.about);
      if (this.#values.get(key) !== value) return; // stopped in the meantime
      if (data !== undefined) deliver(channel, kind.name, data);
      value.retryMs = RETRY_MS.first;
    } catch (error) {
      log.warn({ err: error, channel, event: kind.name }, 'a value could not be made for its watchers; trying again');
      value.isStale = true;
      againMs = value.retryMs;
      value.retryMs = Math.min(RETRY_MS.last, value.retryMs * 2);
    }
    value.isMaking = false;
    if (this.#values.get(key) !== value) return;
    value.timer = setTimeout(() => {
      value.timer = null;
      if (value.isStale && hasListeners(channel)) void this.#make(key, channel, kind, value);
      else this.#values.delete(key);
    }, againMs);
  }
}
