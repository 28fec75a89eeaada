import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Log } from '../log.ts';
import { createProcessClock, type SharedClock } from '../clock.ts';
import { Authorisation, type ChannelAuthorisation, type ChannelRequest, type GrantRequest, type TicketRequest } from './authorisation.ts';
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
  /** The public key, part of every client's address. */
  key: string;
  /** The secret that signs subscriptions. It never leaves the server. */
  secret: string;
  log: Log;
  /**
   * Decides from current data who may listen to a channel. Called when a client authorizes and when rights may have
   * changed.
   */
  authorise: Authorise;
  /** Returns true when a sign-in has not ended. Called when this process may not have heard of it. */
  isSignedIn?: (tokenId: number) => Promise<boolean>;
  /** The clock that the processes share. A single process needs none. */
  clock?: SharedClock;
  /**
   * Returns true when a browser's page of this origin may connect. A client that sends no origin is an app and is
   * accepted.
   */
  isOriginAllowed: (origin: string, request: IncomingMessage) => boolean;
  /** Returns the client's address for the limit per address. The default is that of its connection. */
  addressOf?: (request: IncomingMessage) => string;
  /** Returns true when clients may send each other this event on a channel. By default none is allowed. */
  allowsClientEvent?: (channel: string, name: string, data: unknown) => boolean;
  limits?: Partial<LiveLimits>;
  /** The signals to every process. The default stays within this one. */
  signals?: Signals;
  /** The connections of all processes. The default is those of this one. */
  whereabouts?: Whereabouts;
  /** Called before somebody begins to listen to a channel. */
  beforeListening?: (channel: string) => Promise<void> | undefined;
  counters?: LiveCounters;
}

export interface Realtime {
  /** Handles upgrades of `/app/{key}`. Returns a function that detaches it again. */
  attach(server: Server): () => void;
  /**
   * Returns the permission for one socket, at any process, to subscribe to one channel, with the proof that the client
   * sends. Null when the account may not, or the token has ended. The first subscription binds the socket to account
   * and token.
   */
  authoriseChannel(request: ChannelRequest): Promise<ChannelAuthorisation | null>;
  /** Grants the same without a check, for callers who have just decided from the data. Not for presence channels. */
  grantChannel(request: GrantRequest): Promise<ChannelAuthorisation>;
  /**
   * Returns a ticket: a socket that is opened with it, at any process, belongs to the account and enters the channels
   * without a subscription. For callers who have just decided from the data. Not for presence channels.
   */
  makeTicket(request: TicketRequest): Promise<string>;
  /**
   * Broadcasts to the listeners of a channel, or of several, in every process, unnumbered. `data` is sent as JSON.
   * `isJoined`, for events that only say that something has to be read again: the first of a name with this data is sent
   * immediately, and those that follow within an interval are sent at its end as one, to each channel once.
   */
  publish(channels: string | readonly string[], name: string, data: unknown, options?: { isJoined?: boolean }): void;
  /** Defines how to make a value that is sent as a whole. Each process with listeners makes it separately. */
  defineValue(kind: ValueKind): void;
  /**
   * Notes that a value has changed: it is made and sent wherever somebody listens, at most once per interval for a
   * channel and name.
   */
  valueChanged(channel: string, name: string, about: number): void;
  /** Does the same in this process only, for changes that every process notices itself. */
  valueChangedHere(channel: string, name: string, about: number): void;
  /** Broadcasts to the listeners in this process. `data` is JSON text. */
  deliver(channel: string, name: string, data: string): void;
  /** Returns true when anybody listens in this process. */
  hasListeners(channel: string): boolean;
  /** Ends subscriptions that the account has lost. Call it after a role or membership of the account changed. */
  reauthoriseAccount(accountId: number): void;
  reauthoriseChannel(channel: string): void;
  /** Does the same for the sockets of this process only, for changes that every process notices itself. */
  recheckHere(scope: RecheckScope): void;
  /** Closes a sign-in's sockets for good. Messages published to them before still arrive. */
  endToken(tokenId: number): void;
  /** Returns true when the account has a socket in this process, or one that listens to `channel`. */
  isConnected(accountId: number, channel?: string): boolean;
  /** Returns the accounts with a socket in this process that listens to the channel. */
  connectedAccounts(channel: string): number[];
  /**
   * Returns the accounts with a socket that listens to the channel, in any process. Of two results the one with the
   * higher `asOf` is newer.
   */
  listPresent(channel: string): Promise<{ accounts: PresentAccount[]; asOf: number }>;
  /**
   * Enters accounts as present in a channel, or removes them, without a socket: simulated people, whom this process
   * plays. They are gone with the process.
   */
  standIn(channel: string, accountIds: readonly number[], change: 'joined' | 'left'): Promise<void>;
  /** Returns the channels with this prefix that have listeners in any process, with the number of accounts. */
  listChannels(prefix: string): Promise<{ channel: string; accounts: number }[]>;
  /**
   * Calls the listener, once per tick, with accounts whose first socket of this process joined a channel or whose last
   * one left it, when every process can know.
   */
  onOccupancy(listener: (changes: readonly OccupancyChange[]) => void): () => void;
  /** Enters everyone connected here again, after other processes considered this one gone. */
  enterAll(): void;
  /** Closes new sockets immediately and all others in batches. The server may close when it resolves. */
  drain(options?: DrainOptions): Promise<void>;
  readonly counters: LiveCounters;
}

const SWEEP_EVERY_MS = 60_000;

/** The signal's name for a presence channel with changed members. */
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
  const upgrade = new Upgrade({
    key,
    hub,
    inbound,
    limits,
    counters,
    log,
    isOriginAllowed,
    addressOf,
    drainingCode: () => draining,
    readTicket: (offered) => authorisation.readTicket(offered),
    enter: (connection, ticket) =>
      void authorisation.enter(connection, ticket).catch((error: unknown) => log.error({ err: error }, 'the channels of a ticket could not be entered')),
  });
  const deliver = (channel: string, name: string, data: string): void => hub.broadcast(channel, eventText(name, channel, data));
  const hasListeners = (channel: string): boolean => hub.hasListeners(channel);
  const latest = new Latest({
    intervalMs: limits.latestIntervalMs,
    hasListeners,
    deliver: (channel, name, data) => deliver(channel, name, JSON.stringify(data)),
    log,
  });
  const changes = new Pulse<Signal>(limits.latestIntervalMs, (_key, signal) => signals.send(signal));
  const joined = new Pulse<Extract<Signal, { kind: 'event' }>>(
    limits.latestIntervalMs,
    (_key, signal) => signals.send(signal),
    (waiting, came) => ({ ...waiting, channels: [...new Set([...waiting.channels, ...came.channels])] }),
  );
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
    makeTicket: (request) => authorisation.makeTicket(request),
    publish(channels, name, value, { isJoined = false } = {}) {
      const data = JSON.stringify(value ?? null);
      const event = { kind: 'event', channels: [channels].flat(), name, data } as const;
      if (isJoined) joined.beat(`${name} ${data}`, event);
      else signals.send(event);
    },
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
    async standIn(channel, accountIds, change) {
      if (accountIds.length === 0) return;
      const entries = accountIds.map((accountId) => ({ channel, accountId, member: null }));
      await whereabouts.save(change === 'joined' ? { come: entries, gone: [] } : { come: [], gone: entries });
      onOccupancy(accountIds.map((accountId) => ({ channel, accountId, change })));
    },
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
      joined.flush();
      recheck.stop();
      await drainSockets(upgrade.open, drainOptions);
      stopHeartbeat();
      clearInterval(sweeping);
      stopListening();
    },
  };
}
