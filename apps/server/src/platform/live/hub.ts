import type { Connection, Member } from './connection.ts';
import type { LiveCounters } from './counters.ts';
import { textFrame } from './frames.ts';
import type { LiveLimits } from './limits.ts';
import { Occupancy } from './occupancy.ts';
import { Presence } from './presence.ts';
import { isPresenceChannel, messages } from './protocol.ts';
import { Strangers } from './strangers.ts';

interface Channel {
  readonly name: string;
  /** Sockets that have been told that they are subscribed; a broadcast goes to them. */
  readonly listeners: Set<Connection>;
  /** How many sockets each account has in here. */
  readonly accounts: Map<number, number>;
  readonly presence: Presence | null;
}

/** This process's sockets, by id, account and token, and who listens to which channel. Decides nothing. */
export class Hub {
  readonly sockets = new Map<string, Connection>();
  readonly strangers: Strangers;
  readonly occupancy: Occupancy;
  readonly #channels = new Map<string, Channel>();
  readonly #byAccount = new Map<number, Set<Connection>>();
  readonly #byToken = new Map<number, Set<Connection>>();
  readonly #limits: LiveLimits;
  readonly #counters: LiveCounters;

  constructor(limits: LiveLimits, counters: LiveCounters, onError: (error: unknown) => void) {
    this.#limits = limits;
    this.strangers = new Strangers(limits, counters);
    this.#counters = counters;
    this.occupancy = new Occupancy(limits.presenceTickMs, (channel, accountId) => this.isConnected(accountId, channel), onError);
  }

  /** A socket that belongs to nobody yet. */
  add(connection: Connection): void {
    this.sockets.set(connection.socketId, connection);
    this.strangers.add(connection);
  }

  /** Ties a socket to the account and sign-in it was authorised for. False when it belongs to another already, or the account has too many. */
  bind(connection: Connection, accountId: number, tokenId: number): boolean {
    const { holder } = connection;
    if (holder) return holder.accountId === accountId && holder.tokenId === tokenId;
    if (this.ofAccount(accountId).size >= this.#limits.maxSocketsPerAccount) return false;
    this.strangers.delete(connection);
    connection.holder = { accountId, tokenId };
    addTo(this.#byAccount, accountId, connection);
    addTo(this.#byToken, tokenId, connection);
    return true;
  }

  /** Takes a socket out of everything. */
  remove(connection: Connection): void {
    for (const channel of [...connection.subscriptions.keys()]) this.unsubscribe(connection, channel);
    this.sockets.delete(connection.socketId);
    this.strangers.delete(connection);
    if (!connection.holder) return;
    deleteFrom(this.#byAccount, connection.holder.accountId, connection);
    deleteFrom(this.#byToken, connection.holder.tokenId, connection);
  }

  /** Enters a channel that the socket's account may hear; the client is told, at the next tick in a presence channel. */
  subscribe(connection: Connection, name: string, member: Member | null): void {
    const { holder } = connection;
    if (!holder) throw new Error('a socket that belongs to nobody cannot subscribe');
    if (connection.subscriptions.has(name)) return this.confirm(connection, name);
    const channel = this.#channels.get(name) ?? this.#openChannel(name);
    connection.subscriptions.set(name, member);
    this.#counters.subscriptions += 1;
    const sockets = channel.accounts.get(holder.accountId) ?? 0;
    channel.accounts.set(holder.accountId, sockets + 1);
    if (sockets === 0) this.occupancy.touch(name, holder.accountId, false);
    if (channel.presence && member) return channel.presence.join(connection, member);
    channel.listeners.add(connection);
    connection.send(messages.subscribed(name));
  }

  /** Tells a subscribed socket again that it is. */
  confirm(connection: Connection, name: string): void {
    const presence = this.#channels.get(name)?.presence;
    if (presence) presence.welcome(connection);
    else connection.send(messages.subscribed(name));
  }

  unsubscribe(connection: Connection, name: string): void {
    const channel = this.#channels.get(name);
    const member = connection.subscriptions.get(name);
    if (!channel || !connection.holder || !connection.subscriptions.delete(name)) return;
    this.#counters.subscriptions -= 1;
    channel.listeners.delete(connection);
    if (member) channel.presence?.leave(connection, member);
    const { accountId } = connection.holder;
    const sockets = (channel.accounts.get(accountId) ?? 1) - 1;
    if (sockets > 0) channel.accounts.set(accountId, sockets);
    else {
      channel.accounts.delete(accountId);
      this.occupancy.touch(name, accountId, true);
    }
    if (channel.accounts.size > 0) return;
    channel.presence?.stop();
    this.#channels.delete(name);
  }

  /** Writes one frame to everybody who listens, except `sender`. The frame is built once. */
  broadcast(name: string, text: string, sender?: Connection): void {
    const channel = this.#channels.get(name);
    if (!channel) return;
    const frame = textFrame(text);
    for (const connection of channel.listeners) if (connection !== sender) connection.write(frame);
  }

  ofAccount(accountId: number): ReadonlySet<Connection> {
    return this.#byAccount.get(accountId) ?? new Set();
  }

  ofToken(tokenId: number): ReadonlySet<Connection> {
    return this.#byToken.get(tokenId) ?? new Set();
  }

  isConnected(accountId: number, channel?: string): boolean {
    return channel === undefined ? this.#byAccount.has(accountId) : (this.#channels.get(channel)?.accounts.has(accountId) ?? false);
  }

  connectedAccounts(channel: string): number[] {
    return [...(this.#channels.get(channel)?.accounts.keys() ?? [])];
  }

  #openChannel(name: string): Channel {
    const listeners = new Set<Connection>();
    const presence = isPresenceChannel(name) ? new Presence(name, this.#limits.presenceTickMs, listeners) : null;
    const channel = { name, listeners, accounts: new Map<number, number>(), presence };
    this.#channels.set(name, channel);
    return channel;
  }
}

function addTo<K>(index: Map<K, Set<Connection>>, key: K, connection: Connection): void {
  const group = index.get(key);
  if (group) group.add(connection);
  else index.set(key, new Set([connection]));
}

function deleteFrom<K>(index: Map<K, Set<Connection>>, key: K, connection: Connection): void {
  const group = index.get(key);
  group?.delete(connection);
  if (group?.size === 0) index.delete(key);
}
