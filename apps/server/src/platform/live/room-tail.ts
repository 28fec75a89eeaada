import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import type { Db } from '../database/index.ts';
import type { Log } from '../log.ts';
import type { RoomPosition } from './bus/index.ts';
import { toRoomEvent } from './numbering.ts';
import { listMovedPositions, listRoomEvents, listRoomPositions } from './queries.ts';
import type { RoomEvent } from './room-batch.ts';

export interface RoomTailsOptions {
  db: Db;
  log: Log;
  /** Broadcasts to the listeners here. */
  deliver: (room: string, event: RoomEvent) => void;
  /** Returns true when anybody here listens to the room. */
  hasListeners: (room: string) => boolean;
}

/** A room with listeners here. */
interface Tail {
  /** The last delivered number by epoch. */
  readonly delivered: Map<number, number>;
  /** The last known number by epoch. */
  readonly known: Map<number, number>;
  /** Epochs with a report of more events. */
  readonly hinted: Set<number>;
  openedAtMs: number;
  reading: Promise<void> | null;
}

const EVENTS_PER_READ = 500;
/** The maximum time between the request to follow a room and listening to it. */
const OPENING_MS = 30_000;
/** A margin for clocks and commits, since a look searches for changes since the previous one. */
const LOOK_MARGIN_SECONDS = 15;
const RETRY_MS = 300;

/**
 * Follows the rooms with listeners in this process: each numbered event of any process is delivered here once and in
 * the order of its numbers. Events that this process numbered are passed in directly. The others are read, when the bus
 * reports a later position, or when a look finds it.
 */
export class RoomTails {
  readonly #options: RoomTailsOptions;
  readonly #tails = new Map<string, Tail>();
  readonly #opening = new Map<string, Promise<void>>();
  #lookedAtMs: number | null = null;

  constructor(options: RoomTailsOptions) {
    this.#options = options;
  }

  /** Follows a room from its current position. Resolves when every later event will be delivered. */
  async open(room: string): Promise<void> {
    const tail = this.#tails.get(room);
    if (tail) {
      tail.openedAtMs = monotonicMs();
      return;
    }
    let opening = this.#opening.get(room);
    if (!opening) {
      opening = this.#openAtStand(room).finally(() => this.#opening.delete(room));
      this.#opening.set(room, opening);
    }
    return opening;
  }

  async #openAtStand(room: string): Promise<void> {
    const stands = await listRoomPositions(this.#options.db, room);
    if (!this.#tails.has(room)) this.#tails.set(room, makeTail(stands));
  }

  /** Accepts events that were just numbered here, in order. */
  offer(room: string, events: readonly RoomEvent[]): void {
    let tail = this.#tails.get(room);
    if (!tail && this.#options.hasListeners(room)) {
      tail = makeTail(events.slice(0, 1).map(({ epoch, from }) => ({ epoch, at: from - 1 })));
      this.#tails.set(room, tail);
    }
    if (!tail) return;
    for (const event of events) {
      const before = tail.delivered.get(event.epoch) ?? 0;
      const isNext = event.from === before + 1 && !tail.reading;
      if (isNext) this.#deliver(room, tail, event);
      else raise(tail.known, event.epoch, event.sequence);
    }
    this.#read(room, tail);
  }

  /** Handles a report of a room's position. It is only used as a reason to look. */
  hear({ room, epoch, at }: RoomPosition): void {
    const tail = this.#tails.get(room);
    if (!tail || at <= (tail.delivered.get(epoch) ?? 0)) return;
    tail.hinted.add(epoch);
    this.#read(room, tail);
  }

  /** Checks the position of one room. */
  async lookAt(room: string): Promise<void> {
    const tail = this.#tails.get(room);
    if (!tail) return;
    try {
      for (const { epoch, at } of await listRoomPositions(this.#options.db, room)) raise(tail.known, epoch, at);
      this.#read(room, tail);
    } catch (error) {
      this.#options.log.warn({ err: error, room }, 'a room could not be looked at; the next look will');
    }
  }

  /**
   * Checks the positions of all followed rooms, and releases those without listeners. @throws where the database is
   * away
   */
  async look(): Promise<void> {
    const now = monotonicMs();
    for (const [room, tail] of this.#tails) if (!this.#options.hasListeners(room) && now - tail.openedAtMs > OPENING_MS) this.#tails.delete(room);
    const withinSeconds = this.#lookedAtMs === null ? 86_400 : (now - this.#lookedAtMs) / 1000 + LOOK_MARGIN_SECONDS;
    if (this.#tails.size > 0) {
      for (const { room, epoch, at } of await listMovedPositions(this.#options.db, [...this.#tails.keys()], withinSeconds)) {
        const tail = this.#tails.get(room);
        if (tail) raise(tail.known, epoch, at);
      }
      for (const [room, tail] of this.#tails) this.#read(room, tail);
    }
    this.#lookedAtMs = now;
  }

  #deliver(room: string, tail: Tail, event: RoomEvent): void {
    tail.delivered.set(event.epoch, event.sequence);
    raise(tail.known, event.epoch, event.sequence);
    this.#options.deliver(room, event);
  }

  #read(room: string, tail: Tail): void {
    if (tail.reading || !isBehind(tail)) return;
    tail.reading = this.#readAll(room, tail).finally(() => {
      tail.reading = null;
      if (this.#tails.get(room) === tail) this.#read(room, tail);
    });
  }

  async #readAll(room: string, tail: Tail): Promise<void> {
    try {
      const epochs = new Set([...tail.known.keys(), ...tail.hinted]);
      for (const epoch of [...epochs].sort((a, b) => a - b)) {
        const isHinted = tail.hinted.delete(epoch);
        const at = tail.known.get(epoch) ?? 0;
        for (let isMore = isHinted || at > (tail.delivered.get(epoch) ?? 0); isMore; ) {
          const rows = await listRoomEvents(this.#options.db, room, epoch, tail.delivered.get(epoch) ?? 0, EVENTS_PER_READ);
          for (const row of rows) this.#deliver(room, tail, toRoomEvent(row));
          isMore = rows.length === EVENTS_PER_READ;
        }
        if (at > (tail.delivered.get(epoch) ?? 0)) tail.delivered.set(epoch, at); // a missing number was deleted long ago
      }
    } catch (error) {
      this.#options.log.warn({ err: error, room }, 'what happened in a room could not be read; trying again');
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  }
}

function makeTail(stands: readonly { epoch: number; at: number }[]): Tail {
  const positions = stands.map(({ epoch, at }) => [epoch, at] as const);
  return { delivered: new Map(positions), known: new Map(positions), hinted: new Set(), openedAtMs: monotonicMs(), reading: null };
}

function raise(numbers: Map<number, number>, epoch: number, at: number): void {
  if (at > (numbers.get(epoch) ?? 0)) numbers.set(epoch, at);
}

function isBehind({ known, delivered, hinted }: Tail): boolean {
  if (hinted.size > 0) return true;
  for (const [epoch, at] of known) if (at > (delivered.get(epoch) ?? 0)) return true;
  return false;
}
