import type { Block, BlockRequest } from '@classwright/contract/core/blocks';
import { isApiError } from '../../base/api-error.ts';

export type Place = Partial<BlockRequest>;
export type LoadBlock<Row> = (place: Place, signal: AbortSignal) => Promise<Block<Row>>;

interface Held<Row> {
  readonly rows: readonly Row[];
  readonly cursors: Block<Row>['cursors'];
}
interface Running {
  readonly controller: AbortController;
  readonly done: Promise<void>;
  /** True when a caller waits for it, in view or not. */
  isKept: boolean;
}

/** The maximum number of rows selected in one step. They are loaded for it. */
export const MAX_RANGE = 1_000;
/** The number of rows in a block. A screen shows a fifth of that. */
const BLOCK_ROWS = 100;
/** The maximum number of blocks kept. Those farthest from the view are dropped first. */
const MOST_HELD = 50;
/** A dragged scrollbar passes blocks that nobody reads, so loading waits this long. */
const STILL_MS = 80;

/**
 * The rows of a long list, loaded block by block as they come into view: by cursor next to a loaded block, elsewhere by
 * skipping. Blocks out of view are dropped.
 */
export class Blocks<Row> {
  readonly #load: LoadBlock<Row>;
  readonly #held = new Map<number, Held<Row>>();
  readonly #running = new Map<number, Running>();
  readonly #listeners = new Set<() => void>();
  #wanted = { first: 0, last: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #version = 0;
  #isStale = false;
  /** The number of rows, if known. `isMore`: there are more, which were not counted. */
  total: { count: number; isMore: boolean } | null = null;
  error: unknown = null;

  constructor(load: LoadBlock<Row>) {
    this.#load = load;
  }

  /** Returns the row at an index, or undefined if it is not loaded. */
  rowAt = (index: number): Row | undefined => this.#held.get(Math.floor(index / BLOCK_ROWS))?.rows[index % BLOCK_ROWS];

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Returns a number that changes with everything to be rendered again. */
  version = (): number => this.#version;

  /** Sets the rows in view. */
  show = (first: number, last: number): void => {
    this.#wanted = { first: this.#blockOf(first), last: this.#blockOf(last) };
    clearTimeout(this.#timer);
    if (this.total === null) this.#fetch();
    else this.#timer = setTimeout(() => this.#fetch(), STILL_MS);
  };

  /** Retries failed requests. */
  retry = (): void => {
    this.error = null;
    this.#tell();
    this.#fetch();
  };

  /** Reloads the rows in view because someone changed them. The old rows stay until then. */
  renew = (): void => {
    this.stop();
    this.#isStale = true;
    this.#fetch();
  };

  stop = (): void => {
    clearTimeout(this.#timer);
    for (const { controller } of this.#running.values()) controller.abort();
    this.#running.clear();
  };

  /**
   * Loads the missing rows from one index to another, regardless of the view. Resolves to true when all are loaded.
   */
  async loadBetween(first: number, last: number): Promise<boolean> {
    const blocks = Array.from({ length: this.#blockOf(last) - this.#blockOf(first) + 1 }, (_, index) => this.#blockOf(first) + index);
    for (const index of blocks) {
      if (this.#held.has(index)) continue;
      if (!this.#running.has(index)) this.#start(index);
      const running = this.#running.get(index) as Running;
      running.isKept = true;
      await running.done;
    }
    return blocks.every((index) => this.#held.has(index));
  }

  #blockOf(row: number): number {
    return Math.floor(Math.max(0, row) / BLOCK_ROWS);
  }

  #fetch(): void {
    const { first, last } = this.#wanted;
    for (const [index, { controller, isKept }] of this.#running)
      if (!isKept && (index < first || index > last)) {
        controller.abort();
        this.#running.delete(index);
      }
    for (let index = first; index <= last; index++)
      if ((this.#isStale || !this.#held.has(index)) && !this.#running.has(index) && this.error === null) this.#start(index);
  }

  #start(index: number): void {
    const controller = new AbortController();
    this.#running.set(index, { controller, isKept: false, done: this.#fetchOne(index, controller, this.#placeOf(index)) });
  }

  /** Returns the place of a block: below or above a loaded one, or after a number of rows. */
  #placeOf(index: number): Place {
    if (!this.#isStale) {
      const after = this.#held.get(index - 1)?.cursors.after;
      if (after) return { after };
      const below = this.#held.get(index + 1);
      if (below?.cursors.before) return { before: below.cursors.before };
    }
    return index === 0 ? {} : { skip: index * BLOCK_ROWS };
  }

  async #fetchOne(index: number, controller: AbortController, place: Place): Promise<void> {
    try {
      const block = await this.#loadAt(index, place, controller.signal);
      if (controller.signal.aborted) return;
      const { data, cursors, total } = block;
      if (this.#isStale) this.#held.clear();
      this.#isStale = false;
      this.#held.set(index, { rows: data, cursors });
      if (total) this.total = { count: total.count, isMore: total.is_more };
      else if (cursors.after === null && this.total) this.total = { count: index * BLOCK_ROWS + data.length, isMore: false };
      this.#forget();
    } catch (error) {
      if (controller.signal.aborted) return;
      this.error = error;
    }
    if (this.#running.get(index)?.controller === controller) this.#running.delete(index);
    this.#tell();
    this.#fetch();
  }

  /**
   * Loads a block by a neighbor's cursor, or by skipping if that finds nothing because rows above are gone or the order
   * has changed.
   */
  async #loadAt(index: number, place: Place, signal: AbortSignal): Promise<Block<Row>> {
    const bySkipping = () => this.#load({ limit: BLOCK_ROWS, skip: index * BLOCK_ROWS }, signal);
    try {
      const block = await this.#load({ limit: BLOCK_ROWS, ...place }, signal);
      return place.before !== undefined && block.data.length < BLOCK_ROWS ? await bySkipping() : block;
    } catch (error) {
      if ((place.after ?? place.before) !== undefined && isApiError(error, 'VALIDATION_FAILED')) return bySkipping();
      throw error;
    }
  }

  #forget(): void {
    const middle = (this.#wanted.first + this.#wanted.last) / 2;
    const far = [...this.#held.keys()].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle)).slice(MOST_HELD);
    for (const index of far) this.#held.delete(index);
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
