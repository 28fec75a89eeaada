import type { IncomingMessage } from 'node:http';
import { broadcastingAuth } from '@classwright/contract';
import proxyAddress from '@fastify/proxy-addr';
import { type AccessEngine, getAccessVersion } from './modules/access/index.ts';
import { findListener } from './modules/accounts/index.ts';
import type { Listener } from './manifest.ts';
import type { Db } from './platform/database/index.ts';
import { appError } from './platform/errors.ts';
import { implement, type Implementation } from './platform/http/index.ts';
import {
  createCounters,
  createLocalBus,
  createRealtime,
  createRooms,
  DEFAULT_LIMITS,
  type Permission,
  type Realtime,
  type Rooms,
} from './platform/live/index.ts';
import type { Log } from './platform/log.ts';

export interface SocketOptions {
  db: Db;
  /** Numbers events; a small pool of its own, so that it never waits behind the calls it tells of. */
  roomsDb: Db;
  log: Log;
  key: string;
  secret: string;
  publicUrl: URL | null;
  /** Whether a Host header names us. */
  isOurHost: (host: string | undefined) => boolean;
  trustedProxies: readonly string[];
  access: AccessEngine;
  /** How many sockets the process takes. */
  maxSockets: number;
  /** Whether somebody may hear a channel now. */
  authoriseChannel: (listener: Listener, channel: string) => Promise<Permission | null>;
}

export interface Sockets {
  realtime: Realtime;
  rooms: Rooms;
  implementations: Implementation[];
  /** Looks every second whether rights have changed, and asks about open subscriptions again when they have. */
  watchAccess: () => () => void;
}

const LOOK_EVERY_MS = 1000;

/** The socket side of the product: whose page may connect, who may hear what, and that it ends when a right does. */
export function createSockets({
  db,
  roomsDb,
  log,
  key,
  secret,
  publicUrl,
  isOurHost,
  trustedProxies,
  access,
  maxSockets,
  authoriseChannel,
}: SocketOptions): Sockets {
  const bus = createLocalBus();
  const counters = createCounters();
  const realtime = createRealtime({
    key,
    secret,
    log,
    bus,
    counters,
    limits: { maxSockets, maxStrangers: Math.min(DEFAULT_LIMITS.maxStrangers, Math.floor(maxSockets / 2)) },
    isOriginAllowed: (origin, request) => isOwnOrigin(origin, request, { publicUrl, isOurHost }),
    ...(trustedProxies.length > 0 ? { addressOf: (request: IncomingMessage) => proxyAddress(request, [...trustedProxies]) } : {}),
    authorise: async (accountId, channel) => {
      const listener = await findListener(db, access, accountId);
      return listener && authoriseChannel(listener, channel);
    },
  });
  const rooms = createRooms({ db: roomsDb, bus, log, counters });
  return {
    realtime,
    rooms,
    implementations: [
      implement(broadcastingAuth, async ({ input, actor }) => {
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
    watchAccess() {
      let version: number | null = null;
      let isLooking = false;
      const look = (): void => {
        if (isLooking) return;
        isLooking = true;
        getAccessVersion(db)
          .then((newest) => {
            if (version !== null && newest !== version) realtime.reauthoriseAll();
            version = newest;
          })
          .catch(() => undefined) // the database is away: the next look will tell
          .finally(() => {
            isLooking = false;
          });
      };
      look(); // what changes from the first socket on is noticed
      const timer = setInterval(look, LOOK_EVERY_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

/** A page's origin is ours when it is the public one, or the host that the page connects to, which must be ours itself. */
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
