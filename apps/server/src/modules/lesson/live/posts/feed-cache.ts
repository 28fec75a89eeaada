import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The progress of a room: numbers given, announcements without a number yet, and own times that have ended, which are
 * not announced. All belong to one snapshot of the database. The later of two versions of a room has the greater
 * sequence; if equal, more pending; if equal too, more ended own times.
 */
export interface RoomVersion {
  sequence: number;
  pending: number;
  ownEnds: number;
}

interface Loaded<Value> {
  version: RoomVersion;
  value: Value;
  loadedAtMs: number;
}
interface Flight<Value> {
  version: RoomVersion;
  result: Promise<Loaded<Value>>;
}
interface Entry<Value> {
  loaded: Loaded<Value> | null;
  running: Flight<Value> | null;
  next: Flight<Value> | null;
  /** The time before which no load starts. */
  restsUntilMs: number;
  usedAtMs: number;
}

export interface FeedCacheOptions<Value> {
  /** The longest time until changes without an event are shown, such as a new name or picture. */
  maxAgeMs: number;
  maxEntries: number;
  /** Returns how long to wait in milliseconds before another load of the key, after one that returned this value. */
  restMsAfter: (value: Value) => number;
  /** Returns monotonic milliseconds. */
  nowMs: () => number;
}

/**
 * Values read from the database, each valid until its room changes. A caller passes the room's progress at its own
 * read, and never gets a value that is older: so people always see what they, or the author of the event they received,
 * have written, in any process. For each key at most one load runs, and one waits for its end on behalf of callers whom
 * the running one cannot serve. A costly value is not reloaded immediately: while a room keeps changing, callers share
 * the next load.
 */
export class FeedCache<Value> {
  readonly #options: FeedCacheOptions<Value>;
  readonly #entries = new Map<string, Entry<Value>>();

  constructor(options: FeedCacheOptions<Value>) {
    this.#options = options;
  }

  /** Returns the value of a key, read at `version` or later. A failed load fails its callers and is not cached. */
  async get(key: string, version: RoomVersion, load: () => Promise<Value>): Promise<Value> {
    const entry = this.#entryOf(key);
    const { loaded, running } = entry;
    if (loaded && !isBefore(loaded.version, version) && this.#options.nowMs() - loaded.loadedAtMs < this.#options.maxAgeMs) return loaded.value;
    if (running && !isBefore(running.version, version)) return (await running.result).value;
    if (entry.next && isBefore(entry.next.version, version)) entry.next.version = version;
    if (entry.next) return (await entry.next.result).value;
    if (!running && this.#restMs(entry) <= 0) return (await this.#start(entry, version, load)).value;
    return (await this.#queue(entry, version, load).result).value;
  }

  get size(): number {
    return this.#entries.size;
  }

  #restMs = ({ restsUntilMs }: Entry<Value>): number => restsUntilMs - this.#options.nowMs();

  #queue(entry: Entry<Value>, version: RoomVersion, load: () => Promise<Value>): Flight<Value> {
    const start = async (): Promise<Loaded<Value>> => {
      const restMs = this.#restMs(entry);
      if (restMs > 0) await sleep(restMs);
      entry.next = null;
      return this.#start(entry, next.version, load);
    };
    const next: Flight<Value> = { version, result: (entry.running?.result ?? Promise.resolve()).then(start, start) };
    entry.next = next;
    return next;
  }

  #start(entry: Entry<Value>, version: RoomVersion, load: () => Promise<Value>): Promise<Loaded<Value>> {
    const loadedAtMs = this.#options.nowMs();
    const result = load().then((value) => ({ version, value, loadedAtMs }));
    const flight: Flight<Value> = { version, result };
    entry.running = flight;
    const settle = (loaded: Loaded<Value> | null): void => {
      if (entry.running === flight) entry.running = null;
      if (!loaded) return;
      entry.loaded = loaded;
      entry.restsUntilMs = this.#options.nowMs() + this.#options.restMsAfter(loaded.value);
    };
    result.then(settle, () => settle(null));
    return result;
  }

  /** Returns the entry and makes it the newest; beyond the limit, the least recently used one is removed. */
  #entryOf(key: string): Entry<Value> {
    const nowMs = this.#options.nowMs();
    const entry = this.#entries.get(key) ?? { loaded: null, running: null, next: null, restsUntilMs: 0, usedAtMs: nowMs };
    entry.usedAtMs = nowMs;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const [other, { usedAtMs }] of this.#entries) {
      if (this.#entries.size <= this.#options.maxEntries && nowMs - usedAtMs < this.#options.maxAgeMs) break;
      this.#entries.delete(other);
    }
    return entry;
  }
}

function isBefore(left: RoomVersion, right: RoomVersion): boolean {
  return (left.sequence - right.sequence || left.pending - right.pending || left.ownEnds - right.ownEnds) < 0;
}
