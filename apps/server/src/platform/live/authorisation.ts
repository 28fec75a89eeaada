import { monotonicMs } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Connection, Grant, Member } from './connection.ts';
import type { LiveCounters } from './counters.ts';
import type { Hub } from './hub.ts';
import type { LiveLimits } from './limits.ts';
import { CODES, isChannelName, isPresenceChannel, messages } from './protocol.ts';
import { isSubscriptionSigned, signSubscription } from './signature.ts';

/** That an account may hear a channel; a presence channel also needs how the person appears in it. */
export interface Permission {
  presence?: Member;
}

/** The app's decision, made from its data now. Null: no. */
export type Authorise = (accountId: number, channel: string) => Promise<Permission | null>;

export interface ChannelRequest {
  socketId: string;
  channel: string;
  accountId: number;
  tokenId: number;
}

/** What the client hands back when it subscribes; field names are the protocol's. */
export interface ChannelAuthorisation {
  auth: string;
  channel_data?: string;
}

interface Context {
  key: string;
  secret: string;
  authorise: Authorise;
  hub: Hub;
  limits: LiveLimits;
  counters: LiveCounters;
  log: Log;
}

/** Longer than any call can take between the check of its token and here. */
const ENDED_TOKEN_MEMORY_MS = 10 * 60_000;
const ACCESS_ENDED = 'You no longer have access to this channel';

/**
 * Permission to subscribe. A signature alone would last as long as its socket, so what was allowed is also kept with
 * the socket, and one that may have changed since, or was given more than a moment ago, is asked about again before the
 * subscription opens.
 */
export class Authorisation {
  readonly #context: Context;
  readonly #endedTokens = new Map<number, number>();

  constructor(context: Context) {
    this.#context = context;
  }

  async authoriseChannel({ socketId, channel, accountId, tokenId }: ChannelRequest): Promise<ChannelAuthorisation | null> {
    const { key, secret, authorise, hub } = this.#context;
    const connection = hub.sockets.get(socketId);
    if (!connection || !isChannelName(channel) || this.#endedTokens.has(tokenId) || !hub.bind(connection, accountId, tokenId)) return null;
    const { revision } = connection; // of before the question: what changes meanwhile makes the grant stale
    const askedAtMs = monotonicMs();
    const member = toMember(channel, await authorise(accountId, channel));
    if (member === undefined || !hub.sockets.has(socketId)) return null;
    this.#keepGrant(connection, channel, { revision, askedAtMs, member });
    if (!member) return { auth: signSubscription(key, secret, socketId, channel) };
    const channelData = JSON.stringify(member);
    return { auth: signSubscription(key, secret, socketId, channel, channelData), channel_data: channelData };
  }

  /** Replies to a client's subscribe. Whatever is wrong is told as an event: a socket closed for it would only come back. */
  async subscribe(connection: Connection, { channel, auth, channelData }: { channel: string; auth: string; channelData: string | undefined }): Promise<void> {
    const { key, secret, hub, limits } = this.#context;
    if (!isSubscriptionSigned(key, secret, { socketId: connection.socketId, channel, channelData, auth })) {
      this.#context.counters.refusedSubscriptions += 1;
      return connection.sendError(CODES.unauthorised, `The signature is not valid for this socket and the channel ${channel}`);
    }
    if (connection.subscriptions.has(channel)) return hub.confirm(connection, channel);
    if (connection.rechecking.has(channel)) return;
    if (connection.subscriptions.size + connection.rechecking.size >= limits.maxSubscriptionsPerSocket) {
      return this.#refuse(connection, messages.subscriptionError(channel, 'LimitReached', 429, 'This socket listens to too many channels'));
    }
    const grant = await this.#freshGrant(connection, channel);
    if (grant === 'withdrawn') return;
    if (grant === 'unknown')
      return this.#refuse(connection, messages.subscriptionError(channel, 'AuthError', 503, 'The permission could not be checked just now'));
    if (!grant) return this.#refuse(connection, messages.subscriptionError(channel, 'AccessEnded', 403, ACCESS_ENDED));
    hub.subscribe(connection, channel, grant.member);
  }

  unsubscribe(connection: Connection, channel: string): void {
    connection.rechecking.delete(channel);
    this.#context.hub.unsubscribe(connection, channel);
  }

  /** Ends an open subscription whose permission is gone, and says so. */
  end(connection: Connection, channel: string): void {
    connection.grants.delete(channel);
    if (!connection.subscriptions.has(channel)) return;
    this.#context.hub.unsubscribe(connection, channel);
    this.#context.counters.endedSubscriptions += 1;
    connection.send(messages.subscriptionError(channel, 'AccessEnded', 403, ACCESS_ENDED));
  }

  /** Closes the sockets of a sign-in that has ended. Its clients stop: they would only be refused again. */
  endToken(tokenId: number): void {
    const now = monotonicMs();
    for (const [token, endedAtMs] of this.#endedTokens) if (now - endedAtMs > ENDED_TOKEN_MEMORY_MS) this.#endedTokens.delete(token);
    this.#endedTokens.set(tokenId, now);
    for (const connection of [...this.#context.hub.ofToken(tokenId)]) connection.close(CODES.unauthorised, 'This sign-in has ended');
  }

  /** The grant as of now; null when there is none any more; 'withdrawn' when the client left, or its socket did, while we asked; 'unknown' when nobody could say. */
  async #freshGrant(connection: Connection, channel: string): Promise<Grant | null | 'withdrawn' | 'unknown'> {
    const { authorise, hub, log } = this.#context;
    for (;;) {
      const grant = connection.grants.get(channel);
      if (!grant || !connection.holder || (grant.revision === connection.revision && monotonicMs() - grant.askedAtMs < this.#context.limits.grantMs))
        return grant ?? null;
      const { revision } = connection;
      const askedAtMs = monotonicMs();
      connection.rechecking.add(channel);
      let member: Member | null | undefined;
      try {
        member = toMember(channel, await authorise(connection.holder.accountId, channel));
      } catch (error) {
        log.warn({ err: error, channel }, 'a permission could not be asked about');
        connection.rechecking.delete(channel);
        return 'unknown';
      }
      if (!connection.rechecking.delete(channel) || hub.sockets.get(connection.socketId) !== connection) return 'withdrawn';
      if (member === undefined) connection.grants.delete(channel);
      else connection.grants.set(channel, { revision, askedAtMs, member });
    }
  }

  #keepGrant(connection: Connection, channel: string, grant: Grant): void {
    connection.grants.delete(channel); // the newest stands last
    connection.grants.set(channel, grant);
    if (connection.grants.size <= 2 * this.#context.limits.maxSubscriptionsPerSocket) return;
    for (const name of connection.grants.keys()) {
      if (connection.subscriptions.has(name)) continue;
      connection.grants.delete(name);
      return;
    }
  }

  #refuse(connection: Connection, text: string): void {
    this.#context.counters.refusedSubscriptions += 1;
    connection.send(text);
  }
}

/** The member of a presence channel, null for another allowed channel, undefined when it is not allowed. */
function toMember(channel: string, permission: Permission | null): Member | null | undefined {
  if (!permission) return undefined;
  if (!isPresenceChannel(channel)) return null;
  if (!permission.presence) throw new Error(`${channel} was allowed without saying who is present`);
  return { user_id: String(permission.presence.user_id), user_info: permission.presence.user_info };
}
