import { afterCommit, type Db, type Tx } from '../database/index.ts';
import type { Log } from '../log.ts';
import { type Bus, createLocalBus } from './bus/index.ts';
import { createCounters, type LiveCounters } from './counters.ts';
import { insertOutboxRows, listWaitingRooms, type NewOutboxRow } from './queries.ts';
import { MAX_PAYLOAD_BYTES, type RoomEvent } from './room-batch.ts';
import { RoomTails } from './room-tail.ts';
import { Sequencer } from './sequencer.ts';

/** An event of a room, as a transaction announces it. */
export interface Announcement {
  /** The channel of the room. A room's history is that of its channel. */
  room: string;
  /** The run that the number belongs to. Every epoch of a room counts from 1. `day`: today's number since 1970. */
  epoch: number | 'day';
  name: string;
  /** The data that every listener may see. It must not use the names of the envelope. */
  payload?: Readonly<Record<string, unknown>>;
  /**
   * An id. Events of one name with an item in the same join window are sent as one, with `items`. An event with neither
   * an item nor a list is separate, and nothing is joined across it.
   */
  item?: number;
  /**
   * A field of the payload. Events of one name with a list in the same join window are sent as one, the lists one after
   * the other, as long as they are small. Not with an item.
   */
  list?: string;
  /** The field that carries the item, besides `items`, when there is only one. */
  singleField?: string;
  /** True to send it immediately, with everything that waits before it. The default is true for separate events. */
  urgent?: boolean;
}

export interface RoomsOptions {
  /** The database pool. Best a small separate one, so that numbering never waits behind calls. */
  db: Db;
  log: Log;
  /** Notifies other processes of a room's position. Without a bus there are no others. */
  bus?: Bus;
  /** Broadcasts an event to the listeners in this process. */
  deliver?: (room: string, event: RoomEvent) => void;
  /** Returns true when anybody in this process listens to a room. */
  hasListeners?: (room: string) => boolean;
  /** Returns how many people listen to a room in all processes. The more there are, the longer the join window. */
  countListeners?: (room: string) => number;
  counters?: LiveCounters;
  /** Called with the number of rows of each numbering, and with the seconds that each row waited. */
  observe?: (what: 'batch' | 'outbox', value: number) => void;
  /** The time within which events of one name are joined in a small room: the same for all, or by room. */
  joinWindowMs?: number | ((room: string) => number);
  /** The interval for searching the outbox and the followed rooms for unreported events. */
  sweepMs?: number;
}

export interface Rooms {
  /**
   * Announces within the transaction `tx`, which must come from `inTransaction`. When it rolls back nothing was
   * announced. When it commits the event will be numbered and broadcast exactly once, in the order of announcing within
   * the transaction. @throws when the payload is too large or uses a name of the envelope
   */
  announce(tx: Tx, announcements: Announcement | readonly Announcement[]): Promise<void>;
  /**
   * Follows a room: once it resolves, every event of the room is delivered here, numbered by any process. Call it
   * before somebody listens.
   */
  follow(room: string): Promise<void>;
  /**
   * Numbers the events that an earlier process left, then keeps looking. Resolves when that is done, or after a few
   * seconds without a database.
   */
  start(): Promise<void>;
  /**
   * Numbers waiting events, then stops. Later ones remain in the outbox for the next process. Gives up after a few
   * seconds without a database.
   */
  stop(): Promise<void>;
}

/**
 * A room with more listeners than this has a longer join window: a millisecond for each, at most a second. Source:
 * live-wire, "Socket".
 */
const FEW_LISTENERS = 100;
const LONGEST_WINDOW_MS = 1000;
/** The longest wait for rooms that cannot be numbered at the moment. They are still retried. */
const PATIENCE_MS = 5000;
const ENVELOPE = ['name', 'epoch', 'from', 'sequence', 'server_time', 'items'];

/** Computes the join window of a room with so many listeners. `joinWindowMs` is that of a small room. */
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

  /**
   * Looks for events that woke nobody, because the reply to a commit was lost or the process died after it, and for
   * lost messages of the bus.
   */
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
  return { room, epoch: epoch === 'day' ? null : epoch, name, payload: text, item: item ?? null, single_field: singleField ?? list ?? null };
}
