import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How far a room has come: numbers given, what was announced but has no number yet, and how many own times are over, which
 * is announced to nobody. All belong to one snapshot of the database. Of two versions of one room the later is the one with
 * the greater sequence, or with the same sequence and more pending, or with the same of both and more own times over.
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
  /** Until then no load begins. */
  restsUntilMs: number;
  usedAtMs: number;
}

export interface FeedCacheOptions<Value> {
  /** Changes that no event tells of, such as a new name or picture, show after this long at the latest. */
  maxAgeMs: number;
  maxEntries: number;
  /** How long no other load of a key begins after one that brought this value, in milliseconds. */
  restMsAfter: (value: Value) => number;
  /** Milliseconds that only ever grow. */
  nowMs: () => number;
}

/**
 * Values read from the database, each good for as long as its room stands still. Whoever asks says how far the room had
 * come when they looked, and never gets a value that was read before that: so everybody reads what they, or whoever the
 * event they heard is about, have written, whichever process committed it.
 *
 * However many ask, at most one load of a key is under way, and one waits for its end on behalf of those whom the
 * running one cannot serve. What is costly is not read again at once: while a room changes all the time, those who ask
 * share the next load.
 */
export class FeedCache<Value> {
  readonly #options: FeedCacheOptions<Value>;
  readonly #entries = new Map<string, Entry<Value>>();

  constructor(options: FeedCacheOptions<Value>) {
    this.#options = options;
  }

  /** The value of a key, read at `version` or later. A failed load fails those who wait for it and is not remembered. */
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

  /** The newest entry stands last; the one that was longest unused goes when there are too many. */
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
