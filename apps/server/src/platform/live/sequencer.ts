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
  observe: (what: 'batch' | 'outbox', value: number) => void;
  /** Returns the time within which events of one name are joined. Called for each batch. */
  windowMs: () => number;
  /** Receives the events of a batch, in order. */
  onNumbered: (room: string, events: readonly RoomEvent[]) => void;
  /** Called when it is unknown if a batch was committed. */
  onUncertain: (room: string) => void;
  /** Called when nothing is in progress or planned any more. */
  onIdle: () => void;
}

const ROWS_PER_BATCH = { most: 2000, fewest: 50 };
const RETRY_MS = { first: 100, last: 3000 };
/** The wait before a room that another process is numbering is tried again. */
const TAKEN_MS = { urgent: 10, other: 40 };

/**
 * Numbers one room's events, one batch at a time, so that they are passed on in the order of their numbers. A failed
 * batch is tried again, smaller, until it succeeds: its rows are still in the outbox.
 */
export class Sequencer {
  readonly #options: SequencerOptions;
  #timer: NodeJS.Timeout | null = null;
  #isFlushing = false;
  /** True when an urgent event waits for the planned batch. */
  #isUrgent = false;
  #wanted: 'soon' | 'now' | null = null;
  #failures = 0;

  constructor(options: SequencerOptions) {
    this.#options = options;
  }

  /**
   * Notes a waiting event. An urgent one is sent immediately, with those that waited before it; others within the join
   * window.
   */
  wake(isUrgent: boolean): void {
    if (this.#isFlushing || this.#failures > 0) {
      this.#wanted = isUrgent ? 'now' : (this.#wanted ?? 'soon');
      return;
    }
    if (isUrgent && !this.#isUrgent) {
      if (this.#timer) clearTimeout(this.#timer);
      this.#isUrgent = true;
      void this.#flush();
      return;
    }
    this.#timer ??= setTimeout(() => void this.#flush(), this.#options.windowMs());
  }

  /** Plans nothing more. Work in progress finishes. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  async #flush(): Promise<void> {
    const { room, log, counters, onUncertain, onIdle } = this.#options;
    this.#timer = null;
    this.#isFlushing = true;
    this.#isUrgent ||= this.#wanted === 'now';
    this.#wanted = null;
    let againMs: number | null;
    try {
      againMs = await this.#numberAll();
      this.#isFlushing = false;
    } catch (error) {
      this.#isFlushing = false;
      counters.roomRetries += 1;
      const delayMs = Math.min(RETRY_MS.last, RETRY_MS.first * 2 ** this.#failures) * (0.75 + Math.random() / 2);
      this.#failures += 1;
      log.warn({ err: error, room, failures: this.#failures }, 'a room could not be numbered; trying again');
      onUncertain(room);
      this.#timer = setTimeout(() => void this.#flush(), delayMs);
      return;
    }
    const wanted = this.#wanted as 'soon' | 'now' | null;
    if (againMs !== null) {
      // A waiting batch is sent immediately when an urgent event has arrived in the meantime.
      if (wanted === 'now' && !this.#isUrgent) return this.wake(true);
      this.#timer = setTimeout(() => void this.#flush(), againMs);
      return;
    }
    this.#isUrgent = false;
    if (wanted) this.wake(wanted === 'now');
    else onIdle();
  }

  /**
   * Numbers waiting events. Returns null when nothing waits any more, otherwise the milliseconds until the next batch
   * may be tried.
   */
  async #numberAll(): Promise<number | null> {
    const { room, db, counters, observe, windowMs, onNumbered } = this.#options;
    for (;;) {
      const limit = Math.max(ROWS_PER_BATCH.fewest, Math.floor(ROWS_PER_BATCH.most / 2 ** this.#failures));
      const batch = await numberWaitingEvents(db, room, { limit, windowMs: this.#isUrgent ? 0 : windowMs() });
      this.#failures = 0;
      if (batch === 'taken') return this.#isUrgent ? TAKEN_MS.urgent : TAKEN_MS.other;
      if ('waitMs' in batch) return batch.waitMs;
      if (batch.events.length > 0) onNumbered(room, batch.events);
      counters.roomEvents += batch.events.length;
      counters.roomRows += batch.rows;
      if (batch.rows > 0) observe('batch', batch.rows);
      for (const seconds of batch.waitedSeconds) observe('outbox', seconds);
      if (!batch.isFull) return null;
    }
  }
}
