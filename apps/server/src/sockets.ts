import type { IncomingMessage } from 'node:http';
import { broadcastingAuth } from '@classwright/contract';
import proxyAddress from '@fastify/proxy-addr';
import { watchAccess } from './access-watch.ts';
import type { Folded } from './manifest.ts';
import type { Db } from './platform/database/index.ts';
import type { ServerHistograms } from './histograms.ts';
import { createDatabaseClock, monotonicMs, type SharedClock } from './platform/clock.ts';
import { appError } from './platform/errors.ts';
import { implement, type Implementation } from './platform/http/index.ts';
import {
  type Bus,
  createCounters,
  createLocalBus,
  createRealtime,
  createRooms,
  createSharedSignals,
  createSharedWhereabouts,
  DEFAULT_LIMITS,
  type Realtime,
  type Rooms,
} from './platform/live/index.ts';
import type { Log } from './platform/log.ts';
import type { ServerProcess } from './platform/processes/index.ts';

export interface SocketOptions {
  db: Db;
  /**
   * The pool that numbers events and notifies other processes. A small separate one, so that it never waits behind
   * calls.
   */
  roomsDb: Db;
  /** Notifies other processes that there is something new to read. Without a bus, each process finds it by polling. */
  bus: Bus | undefined;
  /** This process, as one of those that serve the installation. */
  process: ServerProcess;
  histograms: ServerHistograms;
  /** The clock that all processes share. */
  sharedClock: SharedClock;
  log: Log;
  key: string;
  secret: string;
  publicUrl: URL | null;
  /** Returns true when a Host header names us. */
  isOurHost: (host: string | undefined) => boolean;
  trustedProxies: readonly string[];
  /** The maximum number of sockets of the process. */
  maxSockets: number;
  /** Returns what all modules provide, once they are created: who listens, and to what. */
  folded: () => Pick<Folded, 'authoriseChannel' | 'allowsLimited' | 'allowsClientEvent' | 'mirrors' | 'service'>;
}

export interface Sockets {
  realtime: Realtime;
  rooms: Rooms;
  bus: Bus;
  implementations: Implementation[];
  /** Starts listening to other processes, and numbers the events that an earlier one left. */
  start(): Promise<void>;
  /** Notifies the others that this process has ended. Call it when its row is gone. */
  stop(): Promise<void>;
  /** Checks every second whether rights have changed, and if so rechecks open subscriptions. */
  watchAccess: () => () => void;
}

/** The interval between two readings of the database's clock, which dates events. */
const CLOCK_EVERY_MS = 30_000;

/**
 * The join window of a class's rooms. A gradebook listens to three of them: together hardly more than ten frames a
 * second.
 */
const CLASS_WINDOW_MS = 250;
const LESSON_WINDOW_MS = 100;
const joinWindowMs = (room: string): number => (/^private-(?:class|gradebook)-/.test(room) ? CLASS_WINDOW_MS : LESSON_WINDOW_MS);
/**
 * Returns true for a room with numbers. Events on people's own and on staff's channels, and between pages, have none.
 */
const isCountedRoom = (channel: string): boolean => !/^(?:private-(?:account|staff-assessment|projector-assessment)|presence-gradebook)-/.test(channel);

/**
 * Creates the socket side of the product: the pages that may connect, the channels that people may listen to, and the
 * end of a subscription with its right.
 */
export function createSockets({
  db,
  roomsDb,
  sharedClock,
  log,
  bus = createLocalBus({ log }),
  process,
  histograms,
  key,
  secret,
  publicUrl,
  isOurHost,
  trustedProxies,
  maxSockets,
  folded,
}: SocketOptions): Sockets {
  const counters = createCounters();
  const signals = createSharedSignals({ db: roomsDb, bus, log });
  const whereabouts = createSharedWhereabouts({ db: roomsDb, log, processId: () => process.id, nowMs: monotonicMs });
  const realtime = createRealtime({
    key,
    secret,
    log,
    signals,
    whereabouts,
    beforeListening: (channel) => {
      const room = isCountedRoom(channel) ? channel : folded().mirrors.roomOf(channel);
      return room === null ? undefined : rooms.follow(room);
    },
    counters,
    limits: { maxSockets, maxStrangers: Math.min(DEFAULT_LIMITS.maxStrangers, Math.floor(maxSockets / 2)) },
    isOriginAllowed: (origin, request) => isOwnOrigin(origin, request, { publicUrl, isOurHost }),
    ...(trustedProxies.length > 0 ? { addressOf: (request: IncomingMessage) => proxyAddress(request, [...trustedProxies]) } : {}),
    authorise: async (accountId, channel) => {
      const listener = await folded().service('findListener')(accountId);
      return listener && folded().authoriseChannel(listener, channel);
    },
    allowsClientEvent: (channel, name, data) => folded().allowsClientEvent(channel, name, data),
    isSignedIn: (tokenId) => folded().service('isTokenLive')(tokenId),
    clock: sharedClock,
  });
  const rooms = createRooms({
    db: roomsDb,
    bus,
    log,
    counters,
    observe: (what, value) => histograms.observe(what, value),
    deliver(room, { name, ...data }) {
      const now = clock.nowMs();
      if (now !== null) histograms.observe('eventAge', (now - Date.parse(data.server_time)) / 1000);
      realtime.deliver(room, name, JSON.stringify(data));
      const mirror = folded().mirrors.mirrorOf(room, name);
      if (mirror) realtime.valueChangedHere(mirror.channel, mirror.name, 0);
    },
    hasListeners(room) {
      const mirror = folded().mirrors.mirrorOf(room);
      return realtime.hasListeners(room) || (mirror !== null && realtime.hasListeners(mirror.channel));
    },
    countListeners: (room) => whereabouts.countListeners(room),
    joinWindowMs,
  });
  const clock = createDatabaseClock(roomsDb);
  const lookAtClock = (): void => void clock.look().catch(() => undefined); // the next look will do
  let stopHearing: (() => void)[] = [];
  return {
    realtime,
    rooms,
    bus,
    implementations: [
      implement(broadcastingAuth, async ({ input, actor }) => {
        if (actor.limit && !folded().allowsLimited(actor.limit, input.channel_name)) throw appError('CHANNEL_REFUSED');
        const permission = await realtime.authoriseChannel({
          socketId: input.socket_id,
          channel: input.channel_name,
          accountId: actor.accountId,
          tokenId: actor.tokenId,
        });
        if (!permission) throw appError('CHANNEL_REFUSED');
        return permission;
      }),
    ],
    async start() {
      await bus.start();
      await signals.start();
      lookAtClock();
      const timer = setInterval(lookAtClock, CLOCK_EVERY_MS).unref();
      stopHearing = [() => clearInterval(timer), process.onGone(() => signals.send({ kind: 'process-gone' })), process.onReplaced(() => realtime.enterAll())];
      await rooms.start();
    },
    async stop() {
      for (const stop of stopHearing) stop();
      if (stopHearing.length > 0) signals.send({ kind: 'process-gone' });
      await signals.stop();
      await bus.stop();
    },
    watchAccess: () => watchAccess({ db, realtime }),
  };
}

/**
 * Returns true when a page's origin is ours: the public one, or the host that the page connects to, which must be ours
 * itself.
 */
export function isOwnOrigin(
  origin: string,
  request: Pick<IncomingMessage, 'headers'>,
  { publicUrl, isOurHost }: Pick<SocketOptions, 'publicUrl' | 'isOurHost'>,
): boolean {
  if (!URL.canParse(origin)) return false;
  const { host, protocol } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  if (publicUrl && host === publicUrl.host) return true;
  return host === request.headers.host && isOurHost(host);
}
