import { afterCommit, type Db, type Tx } from '../database/index.ts';
import type { Log } from '../log.ts';
import { type Bus, createLocalBus } from './bus/index.ts';
import { createCounters, type LiveCounters } from './counters.ts';
import { insertOutboxRows, listWaitingRooms, type NewOutboxRow } from './queries.ts';
import { MAX_PAYLOAD_BYTES, type RoomEvent } from './room-batch.ts';
import { RoomTails } from './room-tail.ts';
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
   * An id. Events of one name with an item that fall into one join window go out as one, with `items`. With neither an
   * item nor a list an event stands alone, and nothing is joined across it.
   */
  item?: number;
  /**
   * A field of the payload. Events of one name with a list that fall into one join window go out as one, the lists one
   * after the other, as long as they are small. Not with an item.
   */
  list?: string;
  /** The field that carries the item, besides `items`, when there is only one. */
  singleField?: string;
  /** Goes out at once, with everything that waits before it. By default what stands alone does. */
  urgent?: boolean;
}

export interface RoomsOptions {
  /** Best a small pool of its own, so that numbering never waits behind the calls it is about. */
  db: Db;
  log: Log;
  /** Tells other processes where a room stands. Without one there are none. */
  bus?: Bus;
  /** Broadcasts an event to those who listen in this process. */
  deliver?: (room: string, event: RoomEvent) => void;
  /** Whether anybody in this process listens to a room. */
  hasListeners?: (room: string) => boolean;
  /** How many people listen to a room in all processes: the more, the longer is joined. */
  countListeners?: (room: string) => number;
  counters?: LiveCounters;
  /** Hears of each numbering how many rows it took, and of each row for how many seconds it had waited. */
  observe?: (what: 'batch' | 'outbox', value: number) => void;
  /** Events of one name within this time are joined in a room of few; of every room alike, or by room. */
  joinWindowMs?: number | ((room: string) => number);
  /** How often the outbox and the rooms that are followed are searched for what nobody told of. */
  sweepMs?: number;
}

export interface Rooms {
  /**
   * Part of the transaction `tx`, which must come from `inTransaction`: when it rolls back nothing was announced, when it
   * commits the event will be numbered and broadcast exactly once, in the order of announcing within the transaction.
   * Throws when the payload is too large or uses a name of the envelope.
   */
  announce(tx: Tx, announcements: Announcement | readonly Announcement[]): Promise<void>;
  /** From when it resolves on, every event of the room is delivered here, whichever process numbers it. To be asked before somebody listens. */
  follow(room: string): Promise<void>;
  /** Numbers what an earlier process left behind, then keeps looking. Resolves when that is done, or after a few seconds without a database. */
  start(): Promise<void>;
  /** Numbers what waits, then stops; what comes later stays in the outbox for the next process. Gives up after a few seconds without a database. */
  stop(): Promise<void>;
}

/** A room of more people than this many joins for longer: a millisecond for each, a second at most. Source: live-wire, "Socket". */
const FEW_LISTENERS = 100;
const LONGEST_WINDOW_MS = 1000;
/** Longest wait for rooms that cannot be numbered just now; they go on being tried. */
const PATIENCE_MS = 5000;
const ENVELOPE = ['name', 'epoch', 'from', 'sequence', 'server_time', 'items'];

/** How long is joined in a room that so many listen to, when it is `joinWindowMs` for few. */
export function computeWindowMs(joinWindowMs: number, listeners: number): number {
  return Math.max(joinWindowMs, Math.min(LONGEST_WINDOW_MS, listeners > FEW_LISTENERS ? (joinWindowMs / FEW_LISTENERS) * listeners : 0));
}

/** Builds the room engine of one process: outbox → numbers → history → broadcast, in every process that has listeners. */
export function createRooms({
  db,
  log,
  bus = createLocalBus({ log }),
  deliver = () => undefined,
  hasListeners = () => true,
  countListeners = () => 0,
  counters = createCounters(),
  observe = () => undefined,
  joinWindowMs = 100,
  sweepMs = 1000,
}: RoomsOptions): Rooms {
  const sequencers = new Map<string, Sequencer>();
  const tails = new RoomTails({ db, log, deliver, hasListeners });
  let idleWaiters: (() => void)[] = [];
  let isStopped = false;
  let sweepTimer: NodeJS.Timeout | null = null;
  let isSweeping = false;
  let isOutboxUnreadable = false;

  function handOn(room: string, events: readonly RoomEvent[]): void {
    tails.offer(room, events);
    const stands = new Map(events.map(({ epoch, sequence }) => [epoch, sequence]));
    for (const [epoch, at] of stands) bus.say({ room, epoch, at });
  }
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
      sequencer = new Sequencer({
        room,
        db,
        log,
        counters,
        observe,
        windowMs: () => computeWindowMs(typeof joinWindowMs === 'number' ? joinWindowMs : joinWindowMs(room), countListeners(room)),
        onNumbered: handOn,
        onUncertain: (uncertain) => void tails.lookAt(uncertain),
        onIdle: () => onIdle(room),
      });
      sequencers.set(room, sequencer);
    }
    sequencer.wake(isUrgent);
  };
  const stopHearing = [bus.listen((position) => tails.hear(position)), bus.onReconnected(() => void sweep(false))];
  async function untilIdle(): Promise<void> {
    if (sequencers.size === 0) return;
    let giveUp: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      idleWaiters.push(resolve);
      giveUp = setTimeout(resolve, PATIENCE_MS);
    });
    clearTimeout(giveUp);
  }

  /** A commit whose reply was lost, or a process that died after it, woke nobody; and what the bus was told may be lost. */
  async function sweep(isUrgent: boolean): Promise<void> {
    if (isSweeping) return;
    isSweeping = true;
    try {
      for (const room of await listWaitingRooms(db)) wakeHere(room, isUrgent);
      await tails.look();
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
      for (const { room, item, list, urgent = item === undefined && list === undefined } of all)
        urgentByRoom.set(room, urgent || (urgentByRoom.get(room) ?? false));
      afterCommit(tx, () => {
        for (const [room, urgent] of urgentByRoom) wakeHere(room, urgent);
      });
    },
    follow: (room) => tails.open(room),
    async start() {
      await sweep(true);
      await untilIdle();
      sweepTimer = setInterval(() => void sweep(false), sweepMs);
      sweepTimer.unref();
    },
    async stop() {
      if (sweepTimer) clearInterval(sweepTimer);
      for (const stop of stopHearing) stop();
      for (const sequencer of sequencers.values()) sequencer.wake(true);
      await untilIdle();
      isStopped = true;
      for (const sequencer of sequencers.values()) sequencer.stop();
    },
  };
}

function toOutboxRow({ room, epoch, name, payload = {}, item, list, singleField }: Announcement): NewOutboxRow {
  const taken = Object.keys(payload).find((field) => ENVELOPE.includes(field) || field === singleField);
  if (taken !== undefined) throw new Error(`the payload of ${name} uses ${taken}, which the envelope sets`);
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) throw new RangeError(`the payload of ${name} is larger than ${MAX_PAYLOAD_BYTES} bytes`);
  return { room, epoch, name, payload: text, item: item ?? null, single_field: singleField ?? list ?? null };
}
