import { afterCommit, type Db, type Tx } from '../database/index.ts';
import type { Log } from '../log.ts';
import type { Bus } from './bus.ts';
import { createCounters, type LiveCounters } from './counters.ts';
import { insertOutboxRows, listWaitingRooms, type NewOutboxRow } from './queries.ts';
import type { RoomEvent } from './room-batch.ts';
import { Sequencer } from './sequencer.ts';

/** What happened in a room, as a transaction announces it. */
export interface Announcement {
  /** The channel that hears it; a room's history is that of its channel. */
  room: string;
  /** The run that the number belongs to; every epoch of a room counts from 1. */
  epoch: number;
  name: string;
  /** What every listener may know. Must not use the names of the envelope. */
  payload?: Readonly<Record<string, unknown>>;
  /**
   * An id. Events of one name with an item that fall into one join window go out as one, with `items`. Without an item
   * an event stands alone, and nothing is joined across it.
   */
  item?: number;
  /** The field that carries the item, besides `items`, when there is only one. */
  singleField?: string;
  /** Goes out at once, with everything that waits before it. By default what stands alone does. */
  urgent?: boolean;
}

export interface RoomsOptions {
  /** Best a small pool of its own, so that numbering never waits behind the calls it is about. */
  db: Db;
  bus: Bus;
  log: Log;
  counters?: LiveCounters;
  /** Events of one name within this time are joined. */
  joinWindowMs?: number;
  /** How often the outbox is searched for what nobody woke us for. */
  sweepMs?: number;
}

export interface Rooms {
  /**
   * Part of the transaction `tx`, which must come from `inTransaction`: when it rolls back nothing was announced, when it
   * commits the event will be numbered and broadcast exactly once, in the order of announcing within the transaction.
   * Throws when the payload is too large or uses a name of the envelope.
   */
  announce(tx: Tx, announcements: Announcement | readonly Announcement[]): Promise<void>;
  /** Something is in the room's outbox. `announce` does this by itself. */
  wake(room: string, urgent: boolean): void;
  /** Numbers what an earlier process left behind, then keeps looking. Resolves when that is done, or after a few seconds without a database. */
  start(): Promise<void>;
  /** Numbers what waits, then stops; what comes later stays in the outbox for the next process. Gives up after a few seconds without a database. */
  stop(): Promise<void>;
}

const MAX_PAYLOAD_BYTES = 32 * 1024;
/** Longest wait for rooms that cannot be numbered just now; they go on being tried. */
const PATIENCE_MS = 5000;
const ENVELOPE = ['name', 'epoch', 'from', 'sequence', 'server_time', 'items'];

/** Builds the room engine of one process: outbox → numbers → history → broadcast. */
export function createRooms({ db, bus, log, counters = createCounters(), joinWindowMs = 100, sweepMs = 1000 }: RoomsOptions): Rooms {
  const sequencers = new Map<string, Sequencer>();
  let idleWaiters: (() => void)[] = [];
  let isStopped = false;
  let sweepTimer: NodeJS.Timeout | null = null;
  let isSweeping = false;
  let isOutboxUnreadable = false;

  const broadcast = (room: string, { name, ...data }: RoomEvent): void => bus.send({ kind: 'event', channel: room, name, data: JSON.stringify(data) });
  const onIdle = (room: string): void => {
    sequencers.delete(room);
    if (sequencers.size > 0) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  };
  const wakeHere = (room: string, isUrgent: boolean): void => {
    if (isStopped) return;
    let sequencer = sequencers.get(room);
    if (!sequencer) {
      sequencer = new Sequencer({ room, db, log, counters, joinWindowMs, broadcast, onIdle: () => onIdle(room) });
      sequencers.set(room, sequencer);
    }
    sequencer.wake(isUrgent);
  };
  const stopListening = bus.listen((message) => {
    if (message.kind === 'wake') wakeHere(message.room, message.urgent);
  });
  async function untilIdle(): Promise<void> {
    if (sequencers.size === 0) return;
    let giveUp: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      idleWaiters.push(resolve);
      giveUp = setTimeout(resolve, PATIENCE_MS);
    });
    clearTimeout(giveUp);
  }

  /** A commit whose reply was lost, or a process that died after it, woke nobody. */
  async function sweep(isUrgent: boolean): Promise<void> {
    if (isSweeping) return;
    isSweeping = true;
    try {
      for (const room of await listWaitingRooms(db)) wakeHere(room, isUrgent);
      isOutboxUnreadable = false;
    } catch (error) {
      if (!isOutboxUnreadable) log.warn({ err: error }, 'the outbox of the rooms cannot be read; trying again');
      isOutboxUnreadable = true;
    } finally {
      isSweeping = false;
    }
  }

  return {
    async announce(tx, announcements) {
      const all = [announcements].flat() as readonly Announcement[];
      if (all.length === 0) return;
      await insertOutboxRows(tx, all.map(toOutboxRow));
      const urgentByRoom = new Map<string, boolean>();
      for (const { room, item, urgent = item === undefined } of all) urgentByRoom.set(room, urgent || (urgentByRoom.get(room) ?? false));
      afterCommit(tx, () => {
        for (const [room, urgent] of urgentByRoom) bus.send({ kind: 'wake', room, urgent });
      });
    },
    wake: (room, urgent) => bus.send({ kind: 'wake', room, urgent }),
    async start() {
      await sweep(true);
      await untilIdle();
      sweepTimer = setInterval(() => void sweep(false), sweepMs);
      sweepTimer.unref();
    },
    async stop() {
      if (sweepTimer) clearInterval(sweepTimer);
      stopListening();
      for (const sequencer of sequencers.values()) sequencer.wake(true);
      await untilIdle();
      isStopped = true;
      for (const sequencer of sequencers.values()) sequencer.stop();
    },
  };
}

function toOutboxRow({ room, epoch, name, payload = {}, item, singleField }: Announcement): NewOutboxRow {
  const taken = Object.keys(payload).find((field) => ENVELOPE.includes(field) || field === singleField);
  if (taken !== undefined) throw new Error(`the payload of ${name} uses ${taken}, which the envelope sets`);
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) throw new RangeError(`the payload of ${name} is larger than ${MAX_PAYLOAD_BYTES} bytes`);
  return { room, epoch, name, payload: text, item: item ?? null, single_field: singleField ?? null };
}
