import type { Connection, Member } from './connection.ts';
import type { LiveCounters } from './counters.ts';
import { textFrame } from './frames.ts';
import type { LiveLimits } from './limits.ts';
import { Occupancy, type OccupancyChange } from './occupancy.ts';
import { Presence } from './presence.ts';
import { isPresenceChannel, messages } from './protocol.ts';
import { Strangers } from './strangers.ts';
import type { Whereabouts } from './whereabouts.ts';

interface Channel {
  readonly name: string;
  /** Sockets that have received the confirmation of their subscription. A broadcast goes to them. */
  readonly listeners: Set<Connection>;
  /** The number of sockets of each account here, and its appearance. */
  readonly accounts: Map<number, { sockets: number; member: Member | null }>;
  readonly presence: Presence | null;
}

interface HubOptions {
  limits: LiveLimits;
  counters: LiveCounters;
  whereabouts: Whereabouts;
  /**
   * Called with accounts whose first socket here joined a channel or whose last one left it, once every process can
   * know.
   */
  onOccupancy: (changes: readonly OccupancyChange[]) => void;
  onError: (error: unknown) => void;
}

/** This process's sockets by id, account and token, and the listeners of each channel. It makes no decisions. */
export class Hub {
  readonly sockets = new Map<string, Connection>();
  readonly strangers: Strangers;
  readonly occupancy: Occupancy;
  readonly #channels = new Map<string, Channel>();
  readonly #byAccount = new Map<number, Set<Connection>>();
  readonly #byToken = new Map<number, Set<Connection>>();
  readonly #limits: LiveLimits;
  readonly #counters: LiveCounters;

  readonly #whereabouts: Whereabouts;
  readonly #onError: (error: unknown) => void;

  constructor({ limits, counters, whereabouts, onOccupancy, onError }: HubOptions) {
    this.#limits = limits;
    this.strangers = new Strangers(limits, counters);
    this.#counters = counters;
    this.#whereabouts = whereabouts;
    this.#onError = onError;
    this.occupancy = new Occupancy({
      tickMs: limits.presenceTickMs,
      find: (channel, accountId) => this.#channels.get(channel)?.accounts.get(accountId),
      save: (changes) => whereabouts.save(changes),
      onSaved: onOccupancy,
      onError,
    });
  }

  /** Adds a socket that belongs to nobody yet. */
  add(connection: Connection): void {
    this.sockets.set(connection.socketId, connection);
    this.strangers.add(connection);
  }

  /**
   * Binds a socket to the account and sign-in of its signature. Returns false when it belongs to another already, or
   * the account has too many.
   */
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

  /** Removes a socket everywhere. */
  remove(connection: Connection): void {
    for (const channel of [...connection.subscriptions.keys()]) this.unsubscribe(connection, channel);
    this.sockets.delete(connection.socketId);
    this.strangers.delete(connection);
    if (!connection.holder) return;
    deleteFrom(this.#byAccount, connection.holder.accountId, connection);
    deleteFrom(this.#byToken, connection.holder.tokenId, connection);
  }

  /**
   * Subscribes a socket to a channel that its account may listen to. The client is notified, in a presence channel at
   * the next tick.
   */
  subscribe(connection: Connection, name: string, member: Member | null): void {
    const { holder } = connection;
    if (!holder) throw new Error('a socket that belongs to nobody cannot subscribe');
    if (connection.subscriptions.has(name)) return this.confirm(connection, name);
    const channel = this.#channels.get(name) ?? this.#openChannel(name);
    connection.subscriptions.set(name, member);
    this.#counters.subscriptions += 1;
    const present = channel.accounts.get(holder.accountId);
    if (present) present.sockets += 1;
    else {
      channel.accounts.set(holder.accountId, { sockets: 1, member });
      this.occupancy.touch(name, holder.accountId, false);
    }
    if (channel.presence && member) return channel.presence.welcome(connection, member);
    channel.listeners.add(connection);
    connection.send(messages.subscribed(name));
  }

  /** Confirms a subscription to its socket again. */
  confirm(connection: Connection, name: string): void {
    const presence = this.#channels.get(name)?.presence;
    const member = connection.subscriptions.get(name);
    if (presence && member) presence.welcome(connection, member);
    else connection.send(messages.subscribed(name));
  }

  unsubscribe(connection: Connection, name: string): void {
    const channel = this.#channels.get(name);
    if (!channel || !connection.holder || !connection.subscriptions.delete(name)) return;
    this.#counters.subscriptions -= 1;
    channel.listeners.delete(connection);
    channel.presence?.leave(connection);
    const { accountId } = connection.holder;
    const present = channel.accounts.get(accountId);
    if (present && --present.sockets === 0) {
      channel.accounts.delete(accountId);
      this.occupancy.touch(name, accountId, true);
    }
    if (channel.accounts.size > 0) return;
    channel.presence?.stop();
    this.#channels.delete(name);
  }

  /** Writes one frame to every listener except `sender`. The frame is built once. */
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

  hasListeners(channel: string): boolean {
    return this.#channels.has(channel);
  }

  /** Returns true when somebody may be listening at another process. In a presence channel this is known. */
  mayBeHeardElsewhere(channel: string): boolean {
    return this.#channels.get(channel)?.presence?.mayBeElsewhere ?? true;
  }

  /** Returns the names of all channels with listeners here. */
  channels(): Iterable<string> {
    return this.#channels.keys();
  }

  /** Called when the members of a presence channel may have changed, in any process. */
  refreshPresence(channel: string): void {
    this.#channels.get(channel)?.presence?.refresh();
  }

  /** Enters everybody again, after the processes have lost track of who is connected here. */
  enterAll(): void {
    for (const [channel, { accounts }] of this.#channels) for (const accountId of accounts.keys()) this.occupancy.touch(channel, accountId, false);
  }

  #openChannel(name: string): Channel {
    const listeners = new Set<Connection>();
    const list = () => this.#whereabouts.listPresent(name);
    const presence = isPresenceChannel(name) ? new Presence(name, listeners, list, this.#onError) : null;
    const channel: Channel = { name, listeners, accounts: new Map(), presence };
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
