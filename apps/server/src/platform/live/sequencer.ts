import type { Db } from '../database/index.ts';
import type { Log } from '../log.ts';
import type { LiveCounters } from './counters.ts';
import { numberWaitingEvents } from './numbering.ts';
import type { RoomEvent } from './room-batch.ts';

interface SequencerOptions {
  room: string;
  db: Db;
  log: Log;
  counters: LiveCounters;
  joinWindowMs: number;
  broadcast: (room: string, event: RoomEvent) => void;
  /** Nothing is under way or planned any more. */
  onIdle: () => void;
}

const ROWS_PER_BATCH = { most: 2000, fewest: 50 };
const RETRY_MS = { first: 100, last: 3000 };

/**
 * Numbers and broadcasts one room's events, one batch at a time, so that the order of broadcasts is the order of
 * numbers. A failed batch is tried again, smaller, until it succeeds: what it was about is still in the outbox.
 */
export class Sequencer {
  readonly #options: SequencerOptions;
  readonly #uncertain = new Map<number, number>();
  #timer: NodeJS.Timeout | null = null;
  #isFlushing = false;
  #wanted: 'soon' | 'now' | null = null;
  #failures = 0;

  constructor(options: SequencerOptions) {
    this.#options = options;
  }

  /** Something waits. Urgent goes out at once, with what waited before it; the rest within the join window. */
  wake(isUrgent: boolean): void {
    if (this.#isFlushing || this.#failures > 0) {
      this.#wanted = isUrgent ? 'now' : (this.#wanted ?? 'soon');
      return;
    }
    if (isUrgent) {
      if (this.#timer) clearTimeout(this.#timer);
      void this.#flush();
      return;
    }
    this.#timer ??= setTimeout(() => void this.#flush(), this.#options.joinWindowMs);
  }

  /** Plans nothing more. What is under way ends by itself. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  async #flush(): Promise<void> {
    const { room, db, log, counters, broadcast, onIdle } = this.#options;
    this.#timer = null;
    this.#isFlushing = true;
    this.#wanted = null;
    try {
      for (let isFull = true; isFull; ) {
        const limit = Math.max(ROWS_PER_BATCH.fewest, Math.floor(ROWS_PER_BATCH.most / 2 ** this.#failures));
        const batch = await numberWaitingEvents(db, room, limit, this.#uncertain);
        this.#failures = 0;
        for (const event of batch.events) broadcast(room, event);
        this.#uncertain.clear(); // should a broadcast fail, all are listed and sent again: hearing twice changes nothing
        counters.roomEvents += batch.events.length;
        counters.roomRows += batch.rows;
        isFull = batch.isFull;
      }
      this.#isFlushing = false;
    } catch (error) {
      this.#isFlushing = false;
      counters.roomRetries += 1;
      const delayMs = Math.min(RETRY_MS.last, RETRY_MS.first * 2 ** this.#failures) * (0.75 + Math.random() / 2);
      this.#failures += 1;
      log.warn({ err: error, room, failures: this.#failures }, 'a room could not be numbered; trying again');
      this.#timer = setTimeout(() => void this.#flush(), delayMs);
      return;
    }
    const wanted = this.#wanted as 'soon' | 'now' | null;
    if (wanted) this.wake(wanted === 'now');
    else onIdle();
  }
}
