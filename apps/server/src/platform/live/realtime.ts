import type { IncomingMessage, Server } from 'node:http';
import type { Log } from '../log.ts';
import { Authorisation, type Authorise, type ChannelAuthorisation, type ChannelRequest } from './authorisation.ts';
import { type Bus, createLocalBus, type RecheckScope } from './bus.ts';
import { createCounters, type LiveCounters } from './counters.ts';
import { type DrainOptions, drainingCode, drainSockets } from './drain.ts';
import { startHeartbeat } from './heartbeat.ts';
import { Hub } from './hub.ts';
import { Inbound } from './inbound.ts';
import { Latest } from './latest.ts';
import { DEFAULT_LIMITS, type LiveLimits } from './limits.ts';
import type { OccupancyChange } from './occupancy.ts';
import { eventText } from './protocol.ts';
import { Recheck } from './recheck.ts';
import { Upgrade } from './upgrade.ts';

export interface RealtimeOptions {
  /** Public; part of every client's address. */
  key: string;
  /** Signs subscriptions; never leaves the server. */
  secret: string;
  log: Log;
  /** Decides, from the data of now, who may hear a channel. Asked when a client authorises and when rights may have changed. */
  authorise: Authorise;
  /** Whether a browser's page of this origin may connect. A client that sends no origin is a program and is let in. */
  isOriginAllowed: (origin: string, request: IncomingMessage) => boolean;
  /** The client's address for the limit per address; by default that of its connection. */
  addressOf?: (request: IncomingMessage) => string;
  /** Channels on which clients may send events to each other; none by default. */
  allowsClientEvents?: (channel: string) => boolean;
  limits?: Partial<LiveLimits>;
  bus?: Bus;
  counters?: LiveCounters;
}

export interface Realtime {
  /** Takes over upgrades of `/app/{key}`. Returns a function that lets go again. */
  attach(server: Server): () => void;
  /**
   * Permission for one socket to subscribe to one channel, and what the client sends to prove it. Ties the socket to
   * the account and token. Null when the account may not, the socket is gone or is another's, or the token has ended.
   */
  authoriseChannel(request: ChannelRequest): Promise<ChannelAuthorisation | null>;
  /** Broadcasts at once, unnumbered. `data` is sent as JSON. */
  publish(channel: string, name: string, data: unknown): void;
  /** Broadcasts an absolute value, made when its turn comes: at most one per interval of a channel and name. `undefined`: there is none. */
  publishLatest(channel: string, name: string, makeData: () => Promise<unknown>): void;
  /** Call after a role or membership of the account changed: subscriptions it lost are ended, soon. */
  reauthoriseAccount(accountId: number): void;
  reauthoriseChannel(channel: string): void;
  reauthoriseAll(): void;
  /** Closes a sign-in's sockets for good. What was published to them before still arrives. */
  endToken(tokenId: number): void;
  /** Whether the account has a socket in this process, or one that listens to `channel`. */
  isConnected(accountId: number, channel?: string): boolean;
  connectedAccounts(channel: string): number[];
  /** Hears, once per tick, whose first socket joined a channel or last one left it. */
  onOccupancy(listener: (changes: OccupancyChange[]) => void): () => void;
  /** Closes newcomers at once and all others in batches. The server may close when it resolves. */
  drain(options?: DrainOptions): Promise<void>;
  readonly counters: LiveCounters;
}

const SWEEP_EVERY_MS = 60_000;

/** Builds the socket side of one process. Nothing listens before `attach`. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { key, secret, log, authorise, isOriginAllowed, bus = createLocalBus(), counters = createCounters() } = options;
  const limits: LiveLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const hub = new Hub(limits, counters, (error) => log.error({ err: error }, 'a listener to occupancy failed'));
  const authorisation = new Authorisation({ key, secret, authorise, hub, limits, counters, log });
  const recheck = new Recheck({ hub, authorise, authorisation, log });
  const inbound = new Inbound({ hub, authorisation, counters, log, allowsClientEvents: options.allowsClientEvents ?? (() => false) });
  let draining: number | null = null;
  const addressOf = options.addressOf ?? ((request) => request.socket.remoteAddress ?? '');
  const upgrade = new Upgrade({ key, hub, inbound, limits, counters, log, isOriginAllowed, addressOf, drainingCode: () => draining });
  const publish = (channel: string, name: string, data: unknown): void => bus.send({ kind: 'event', channel, name, data: JSON.stringify(data ?? null) });
  const latest = new Latest(limits.latestIntervalMs, publish, log);
  const reauthorise = (scope: RecheckScope): void => bus.send({ kind: 'recheck', scope });
  recheck.startRounds(limits.recheckMs);
  const stopHeartbeat = startHeartbeat(hub, limits.activityTimeoutMs, counters);
  const sweeping = setInterval(() => upgrade.sweep(), SWEEP_EVERY_MS).unref();
  const stopListening = bus.listen((message) => {
    if (message.kind === 'event') hub.broadcast(message.channel, eventText(message.name, message.channel, message.data));
    else if (message.kind === 'recheck') recheck.run(message.scope);
    else if (message.kind === 'token-ended') authorisation.endToken(message.tokenId);
  });
  return {
    counters,
    publish,
    attach: (server) => upgrade.attach(server),
    authoriseChannel: (request) => authorisation.authoriseChannel(request),
    publishLatest: (channel, name, makeData) => latest.publish(channel, name, makeData),
    reauthoriseAccount: (accountId) => reauthorise({ accountId }),
    reauthoriseChannel: (channel) => reauthorise({ channel }),
    reauthoriseAll: () => reauthorise('all'),
    endToken: (tokenId) => bus.send({ kind: 'token-ended', tokenId }),
    isConnected: (accountId, channel) => hub.isConnected(accountId, channel),
    connectedAccounts: (channel) => hub.connectedAccounts(channel),
    onOccupancy: (listener) => hub.occupancy.listen(listener),
    async drain(drainOptions = {}) {
      draining = drainingCode(drainOptions);
      hub.occupancy.stop();
      latest.stop();
      recheck.stop();
      await drainSockets(upgrade.open, drainOptions);
      stopHeartbeat();
      clearInterval(sweeping);
      stopListening();
    },
  };
}
