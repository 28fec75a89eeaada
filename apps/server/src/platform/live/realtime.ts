import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Log } from '../log.ts';
import { createProcessClock, type SharedClock } from '../clock.ts';
import { Authorisation, type ChannelAuthorisation, type ChannelRequest, type GrantRequest } from './authorisation.ts';
import type { Authorise } from './claim-judge.ts';
import type { Connection } from './connection.ts';
import { createCounters, type LiveCounters } from './counters.ts';
import { type DrainOptions, drainingCode, drainSockets } from './drain.ts';
import { startHeartbeat } from './heartbeat.ts';
import { Hub } from './hub.ts';
import { Inbound } from './inbound.ts';
import { Latest, type ValueKind } from './latest.ts';
import { DEFAULT_LIMITS, type LiveLimits } from './limits.ts';
import type { OccupancyChange } from './occupancy.ts';
import { eventText, isPresenceChannel } from './protocol.ts';
import { Pulse } from './pulse.ts';
import { RecentChanges } from './recent-changes.ts';
import { Recheck } from './recheck.ts';
import { createLocalSignals, type RecheckScope, type Signal, type Signals } from './signals.ts';
import { Upgrade } from './upgrade.ts';
import type { PresentAccount } from './present.ts';
import { createLocalWhereabouts, type Whereabouts } from './whereabouts.ts';

export interface RealtimeOptions {
  /** Public; part of every client's address. */
  key: string;
  /** Signs subscriptions; never leaves the server. */
  secret: string;
  log: Log;
  /** Decides, from the data of now, who may hear a channel. Asked when a client authorises and when rights may have changed. */
  authorise: Authorise;
  /** Whether a sign-in has not ended; asked where this process may not have heard of it. */
  isSignedIn?: (tokenId: number) => Promise<boolean>;
  /** The clock that the processes share; one process alone needs none. */
  clock?: SharedClock;
  /** Whether a browser's page of this origin may connect. A client that sends no origin is a program and is let in. */
  isOriginAllowed: (origin: string, request: IncomingMessage) => boolean;
  /** The client's address for the limit per address; by default that of its connection. */
  addressOf?: (request: IncomingMessage) => string;
  /** Whether clients may tell each other this on a channel; nothing by default. */
  allowsClientEvent?: (channel: string, name: string, data: unknown) => boolean;
  limits?: Partial<LiveLimits>;
  /** To every process; within this one unless said. */
  signals?: Signals;
  /** Who is connected where, over all processes; this one alone unless said. */
  whereabouts?: Whereabouts;
  /** Asked before somebody begins to listen to a channel. */
  beforeListening?: (channel: string) => Promise<void> | undefined;
  counters?: LiveCounters;
}

export interface Realtime {
  /** Takes over upgrades of `/app/{key}`. Returns a function that lets go again. */
  attach(server: Server): () => void;
  /**
   * Permission for one socket, wherever it hangs, to subscribe to one channel, and what the client sends to prove it.
   * Null when the account may not, or the token has ended. The first subscription ties the socket to account and token.
   */
  authoriseChannel(request: ChannelRequest): Promise<ChannelAuthorisation | null>;
  /** The same without a question, for whoever has just decided from the data. Not for presence channels. */
  grantChannel(request: GrantRequest): Promise<ChannelAuthorisation>;
  /** Broadcasts to whoever listens to a channel, or to one of many, in every process, unnumbered. `data` is sent as JSON. */
  publish(channels: string | readonly string[], name: string, data: unknown): void;
  /** Says how a value is made that is told whole. Each process that somebody listens in makes it for itself. */
  defineValue(kind: ValueKind): void;
  /** A value has changed: wherever somebody listens it is made and told, at most once per interval of a channel and name. */
  valueChanged(channel: string, name: string, about: number): void;
  /** The same in this process only: for what every process notices by itself. */
  valueChangedHere(channel: string, name: string, about: number): void;
  /** Broadcasts to those who listen in this process. `data` is JSON text. */
  deliver(channel: string, name: string, data: string): void;
  /** Whether anybody listens in this process. */
  hasListeners(channel: string): boolean;
  /** Call after a role or membership of the account changed: subscriptions it lost are ended, soon. */
  reauthoriseAccount(accountId: number): void;
  reauthoriseChannel(channel: string): void;
  /** The same for the sockets of this process only: for what every process notices by itself. */
  recheckHere(scope: RecheckScope): void;
  /** Closes a sign-in's sockets for good. What was published to them before still arrives. */
  endToken(tokenId: number): void;
  /** Whether the account has a socket in this process, or one that listens to `channel`. */
  isConnected(accountId: number, channel?: string): boolean;
  /** The accounts with a socket in this process that listens to the channel. */
  connectedAccounts(channel: string): number[];
  /** The accounts with a socket that listens to the channel, in whichever process. Of two answers that with the higher `asOf` is the newer. */
  listPresent(channel: string): Promise<{ accounts: PresentAccount[]; asOf: number }>;
  /** The channels whose name begins so and that somebody listens to, in whichever process, with how many accounts do. */
  listChannels(prefix: string): Promise<{ channel: string; accounts: number }[]>;
  /** Hears, once per tick, whose first socket of this process joined a channel or last one left it, when every process can know. */
  onOccupancy(listener: (changes: readonly OccupancyChange[]) => void): () => void;
  /** This process was taken for gone: enters again who hangs here. */
  enterAll(): void;
  /** Closes newcomers at once and all others in batches. The server may close when it resolves. */
  drain(options?: DrainOptions): Promise<void>;
  readonly counters: LiveCounters;
}

const SWEEP_EVERY_MS = 60_000;

/** Under which every process learns that a presence channel has other members. */
const MEMBERS = 'members';

/** Builds the socket side of one process. Nothing listens before `attach`. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { key, secret, log, authorise, isOriginAllowed, beforeListening = () => undefined, counters = createCounters() } = options;
  const { signals = createLocalSignals(), whereabouts = createLocalWhereabouts() } = options;
  const { isSignedIn = async () => true, clock = createProcessClock() } = options;
  const limits: LiveLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const ownId = randomUUID();
  const heard = new RecentChanges(3 * limits.grantMs);
  const occupancyListeners = new Set<(changes: readonly OccupancyChange[]) => void>();
  const onError = (error: unknown): void => log.warn({ err: error }, 'who is connected could not be told or learnt; trying again');
  const hub = new Hub({ limits, counters, whereabouts, onOccupancy, onError });
  const authorisation = new Authorisation({ key, secret, authorise, isSignedIn, clock, changes: heard, beforeListening, hub, limits, counters, log });
  const recheck = new Recheck({ hub, authorise, authorisation, changes: heard, log });
  const inbound = new Inbound({ authorisation, counters, log, relay, allowsClientEvent: options.allowsClientEvent ?? (() => false) });
  let draining: number | null = null;
  const addressOf = options.addressOf ?? ((request) => request.socket.remoteAddress ?? '');
  const upgrade = new Upgrade({ key, hub, inbound, limits, counters, log, isOriginAllowed, addressOf, drainingCode: () => draining });
  const deliver = (channel: string, name: string, data: string): void => hub.broadcast(channel, eventText(name, channel, data));
  const hasListeners = (channel: string): boolean => hub.hasListeners(channel);
  const latest = new Latest({
    intervalMs: limits.latestIntervalMs,
    hasListeners,
    deliver: (channel, name, data) => deliver(channel, name, JSON.stringify(data)),
    log,
  });
  const changes = new Pulse<Signal>(limits.latestIntervalMs, (_key, signal) => signals.send(signal));
  const reauthorise = (scope: RecheckScope): void => signals.send({ kind: 'recheck', scope });
  recheck.startRounds(limits.recheckMs);
  const stopHeartbeat = startHeartbeat(hub, limits.activityTimeoutMs, counters);
  const sweeping = setInterval(() => upgrade.sweep(), SWEEP_EVERY_MS).unref();
  const stopListening = signals.listen(follow);

  function onOccupancy(told: readonly OccupancyChange[]): void {
    for (const channel of new Set(told.map((change) => change.channel)))
      if (isPresenceChannel(channel)) signals.send({ kind: 'changed', channel, name: MEMBERS, about: 0 });
    for (const listener of occupancyListeners) {
      try {
        listener(told);
      } catch (error) {
        log.error({ err: error }, 'a listener to occupancy failed');
      }
    }
  }

  function relay(channel: string, text: string, sender: Connection): void {
    hub.broadcast(channel, text, sender);
    if (hub.mayBeHeardElsewhere(channel)) signals.send({ kind: 'relayed', channel, text, by: ownId });
  }

  function follow(signal: Signal): void {
    switch (signal.kind) {
      case 'event':
        return signal.channels.forEach((channel) => deliver(channel, signal.name, signal.data));
      case 'relayed':
        return signal.by === ownId ? undefined : hub.broadcast(signal.channel, signal.text);
      case 'changed':
        if (signal.name === MEMBERS) return hub.refreshPresence(signal.channel);
        return latest.changed(signal.channel, signal.name, signal.about);
      case 'recheck':
        return recheck.run(signal.scope);
      case 'token-ended':
        return authorisation.endToken(signal.tokenId);
      case 'process-gone':
        for (const channel of hub.channels()) hub.refreshPresence(channel);
        return latest.presenceLost(hub.channels());
    }
  }

  return {
    counters,
    deliver,
    hasListeners,
    attach: (server) => upgrade.attach(server),
    authoriseChannel: (request) => authorisation.authoriseChannel(request),
    grantChannel: (request) => authorisation.grantChannel(request),
    publish: (channels, name, data) => signals.send({ kind: 'event', channels: [channels].flat(), name, data: JSON.stringify(data ?? null) }),
    defineValue: (kind) => latest.define(kind),
    valueChanged: (channel, name, about) => changes.beat(`${channel} ${name}`, { kind: 'changed', channel, name, about }),
    valueChangedHere: (channel, name, about) => latest.changed(channel, name, about),
    reauthoriseAccount: (accountId) => reauthorise({ accountId }),
    reauthoriseChannel: (channel) => reauthorise({ channel }),
    recheckHere: (scope) => recheck.run(scope),
    endToken: (tokenId) => signals.send({ kind: 'token-ended', tokenId }),
    isConnected: (accountId, channel) => hub.isConnected(accountId, channel),
    connectedAccounts: (channel) => hub.connectedAccounts(channel),
    listPresent: (channel) => whereabouts.listPresent(channel),
    listChannels: (prefix) => whereabouts.listChannels(prefix),
    enterAll: () => hub.enterAll(),
    onOccupancy(listener) {
      occupancyListeners.add(listener);
      return () => occupancyListeners.delete(listener);
    },
    async drain(drainOptions = {}) {
      draining = drainingCode(drainOptions);
      occupancyListeners.clear();
      hub.occupancy.stop();
      latest.stop();
      changes.flush();
      recheck.stop();
      await drainSockets(upgrade.open, drainOptions);
      stopHeartbeat();
      clearInterval(sweeping);
      stopListening();
    },
  };
}
