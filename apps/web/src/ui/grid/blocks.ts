import type { Block, BlockRequest } from '@classwright/contract/core/blocks';

export type Place = Partial<BlockRequest>;
export type LoadBlock<Row> = (place: Place, signal: AbortSignal) => Promise<Block<Row>>;

interface Held<Row> {
  readonly rows: readonly Row[];
  readonly cursors: Block<Row>['cursors'];
}

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
  readonly #running = new Map<number, AbortController>();
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
    this.#wanted = { first: Math.floor(Math.max(0, first) / BLOCK_ROWS), last: Math.floor(Math.max(0, last) / BLOCK_ROWS) };
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
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
  };

  #fetch(): void {
    const { first, last } = this.#wanted;
    for (const [index, controller] of this.#running)
      if (index < first || index > last) {
        controller.abort();
        this.#running.delete(index);
      }
    for (let index = first; index <= last; index++)
      if ((this.#isStale || !this.#held.has(index)) && !this.#running.has(index) && this.error === null) void this.#fetchOne(index);
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

  async #fetchOne(index: number, given: Place = this.#placeOf(index)): Promise<void> {
    const controller = new AbortController();
    this.#running.set(index, controller);
    try {
      const { data, cursors, total } = await this.#load({ limit: BLOCK_ROWS, ...given }, controller.signal);
      if (controller.signal.aborted) return;
      // rows above have gone, so that this is not the whole block
      if (given.before !== undefined && data.length < BLOCK_ROWS) return void (await this.#fetchOne(index, { skip: index * BLOCK_ROWS }));
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
    if (this.#running.get(index) === controller) this.#running.delete(index);
    this.#tell();
    this.#fetch();
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
