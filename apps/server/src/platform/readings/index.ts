/**
 * Readings: who looked at whose record, gathered in this process for a second and then written by the module that keeps
 * them. Invariants: a call only adds to what is gathered, and waits for nothing; one's own record is no reading; what
 * could not be written is gathered again. A crash loses what was gathered since the last writing.
 */
import type { DataClass } from '../personal-data/index.ts';
import { monotonicMs } from '../clock.ts';

/** The classes of data that can be read. Secrets are never shown. */
export type ReadClass = Exclude<DataClass, 'secret'>;

/** A person, or a program that an administrator connected. */
export type Reader = { readonly accountId: number } | { readonly clientId: number };

/** The readings of one person's data by one reader since the last writing. */
export interface Gathered {
  reader: Reader;
  accountId: number;
  dataClass: ReadClass;
  /** Instants of this process (`monotonicMs`). */
  firstMs: number;
  lastMs: number;
  times: number;
}

/** The number of rows that are kept at most for another try, when the database is away. */
const MOST_GATHERED = 200_000;

/** People, or a way to find them that is not worth the caller's time. */
export type ReadPeople = readonly number[] | (() => Promise<readonly number[]>);

interface Later {
  reader: Reader;
  classes: readonly ReadClass[];
  find: () => Promise<readonly number[]>;
  atMs: number;
}

/** The readings of one class of data by one reader, by person. */
interface Shelf {
  reader: Reader;
  dataClass: ReadClass;
  people: Map<number, Gathered>;
}

export class Readings {
  #shelves = new Map<string, Shelf>();
  #later: Later[] = [];
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = monotonicMs) {
    this.#nowMs = nowMs;
  }

  /** Adds one reading of each of the people's data of these classes. */
  add(reader: Reader, classes: readonly ReadClass[], people: ReadPeople): void {
    if (typeof people === 'function') this.#later.push({ reader, classes, find: people, atMs: this.#nowMs() });
    else if (people.length > 0) this.#addAt(reader, classes, people, this.#nowMs());
  }

  /**
   * Returns what was gathered since the last time, and begins again. `onFailure` hears of people who could not be found.
   */
  async take(onFailure: (error: unknown) => void): Promise<Gathered[]> {
    const later = this.#later;
    this.#later = [];
    for (const { reader, classes, find, atMs } of later)
      await find().then((people) => {
        this.#addAt(reader, classes, people, atMs);
      }, onFailure);
    const shelves = this.#shelves;
    this.#shelves = new Map();
    return [...shelves.values()].flatMap(({ people }) => [...people.values()]);
  }

  /** Adds what could not be written to what is gathered, as far as there is room. */
  addAgain(gathered: readonly Gathered[]): void {
    for (const one of gathered.slice(0, MOST_GATHERED)) {
      const { people } = this.#shelfOf(one.reader, one.dataClass);
      const newer = people.get(one.accountId);
      people.set(one.accountId, newer ? { ...newer, firstMs: one.firstMs, times: newer.times + one.times } : one);
    }
  }

  #addAt(reader: Reader, classes: readonly ReadClass[], people: readonly number[], atMs: number): void {
    const self = 'accountId' in reader ? reader.accountId : null;
    for (const dataClass of classes) {
      const shelf = this.#shelfOf(reader, dataClass);
      // a person who stands twice in one answer was read once
      const seen: Set<number> | null = people.length > 1 ? new Set() : null;
      for (const accountId of people) {
        if (accountId === self || seen?.has(accountId)) continue;
        seen?.add(accountId);
        const known = shelf.people.get(accountId);
        if (known) {
          known.times += 1;
          known.lastMs = atMs;
        } else shelf.people.set(accountId, { reader, accountId, dataClass, firstMs: atMs, lastMs: atMs, times: 1 });
      }
    }
  }

  #shelfOf(reader: Reader, dataClass: ReadClass): Shelf {
    const key = 'accountId' in reader ? `a${reader.accountId} ${dataClass}` : `c${reader.clientId} ${dataClass}`;
    let shelf = this.#shelves.get(key);
    if (!shelf) this.#shelves.set(key, (shelf = { reader, dataClass, people: new Map() }));
    return shelf;
  }
}

/** A call's classes of data, and the people of its answer: by paths such as `data.account_id`, or as the handler names them (`people`). */
export interface Reading {
  readonly of: readonly ReadClass[];
  readonly people: readonly string[] | 'named';
}

/** A reading with its paths taken apart, once for each call. */
export interface KnownReading {
  readonly of: readonly ReadClass[];
  readonly paths: readonly (readonly string[])[] | null;
}

export const toKnownReading = ({ of, people }: Reading): KnownReading => ({ of, paths: people === 'named' ? null : people.map((path) => path.split('.')) });

/** Returns the ids at the ends of the paths. Lists on the way are gone through. */
export function idsAt(answer: unknown, paths: readonly (readonly string[])[]): number[] {
  const ids: number[] = [];
  for (const path of paths) collect(answer, path, 0, ids);
  return ids;
}

function collect(value: unknown, path: readonly string[], at: number, ids: number[]): void {
  if (Array.isArray(value)) for (const one of value) collect(one, path, at, ids);
  else if (at === path.length) {
    if (typeof value === 'number') ids.push(value);
  } else if (value !== null && typeof value === 'object') collect((value as Record<string, unknown>)[path[at] as string], path, at + 1, ids);
}
