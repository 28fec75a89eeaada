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
  /** Somebody waits for it, in view or not. */
  isKept: boolean;
}

/** Rows that are selected in one go at most: they are loaded for it. */
export const MOST_RANGE = 1_000;
/** Rows of a block; a screen shows a fifth of that. */
const BLOCK_ROWS = 100;
/** Blocks that are kept; those farthest from the view go first. */
const MOST_HELD = 50;
/** A scrollbar that is dragged passes blocks that nobody wants to read. */
const STILL_MS = 80;

/**
 * The rows of a long list, loaded block by block as they come into view: next to a block that is there by its cursor,
 * anywhere else by skipping. What is no longer in view is given up.
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
  /** How many rows there are, as far as known; `isMore`: and more, which nobody counted. */
  total: { count: number; isMore: boolean } | null = null;
  error: unknown = null;

  constructor(load: LoadBlock<Row>) {
    this.#load = load;
  }

  /** The row at an index, or undefined while it is not here. */
  rowAt = (index: number): Row | undefined => this.#held.get(Math.floor(index / BLOCK_ROWS))?.rows[index % BLOCK_ROWS];

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Changes with everything that is to be drawn anew. */
  version = (): number => this.#version;

  /** Says which rows are in view. */
  show = (first: number, last: number): void => {
    this.#wanted = { first: this.#blockOf(first), last: this.#blockOf(last) };
    clearTimeout(this.#timer);
    if (this.total === null) this.#fetch();
    else this.#timer = setTimeout(() => this.#fetch(), STILL_MS);
  };

  /** Asks again for what failed. */
  retry = (): void => {
    this.error = null;
    this.#tell();
    this.#fetch();
  };

  /** Loads what is in view anew, for somebody changed it; meanwhile the rows stay. */
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

  /** Loads what is missing from one row to another, wherever the view is. Resolves to whether all of it is here. */
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

  /** Where a block is: below or above one that is here, or after so many rows. */
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

  /** By the cursor of a neighbour, and by skipping where that leads nowhere: rows above have gone, or the order is another one by now. */
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
