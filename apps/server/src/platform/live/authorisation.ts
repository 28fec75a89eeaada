import { monotonicMs } from '../clock.ts';
import type { Log } from '../log.ts';
import { ClaimJudge, type JudgeOptions, readMember, toMember, type Verdict } from './claim-judge.ts';
import type { Connection, Member } from './connection.ts';
import type { LiveCounters } from './counters.ts';
import type { Hub } from './hub.ts';
import { CODES, isChannelName, isPresenceChannel, messages } from './protocol.ts';
import { type Claim, isSocketId, readSubscription, signSubscription } from './signature.ts';
import { readTicket, signTicket, type Ticket } from './ticket.ts';

export interface ChannelRequest {
  socketId: string;
  channel: string;
  accountId: number;
  tokenId: number;
}

export interface GrantRequest extends ChannelRequest {
  /** An instant of this process before the deciding data was read. The default is a second ago. */
  readAtMs?: number;
}

export interface TicketRequest {
  accountId: number;
  tokenId: number;
  /** The channels that the socket enters, no presence channels. */
  channels: readonly string[];
  /** An instant of this process before the deciding data was read. The default is a second ago. */
  readAtMs?: number;
}

/** The data that the client sends back when it subscribes. Field names are the protocol's. */
export interface ChannelAuthorisation {
  auth: string;
  channel_data?: string;
}

interface Context extends JudgeOptions {
  key: string;
  secret: string;
  /** Called before somebody begins to listen to a channel. */
  beforeListening: (channel: string) => Promise<void> | undefined;
  hub: Hub;
  counters: LiveCounters;
  log: Log;
}

interface Subscribe {
  channel: string;
  auth: string;
  channelData: string | undefined;
}

/** Longer than any signature is valid, and longer than a call can take between the check of its token and here. */
const ENDED_TOKEN_MEMORY_MS = 10 * 60_000;
/** The maximum age of data that has just been used for a decision, unless the caller states it. */
const JUST_DECIDED_MS = 1000;
const ACCESS_ENDED = 'You no longer have access to this channel';
const FORGED = 'The signature is not valid for this socket and the channel';
const SIGNED_OUT = 'This sign-in has ended';

/**
 * Permission to subscribe. Any process signs and any grants: the signature contains the account and the time, and no
 * process stores it. A recent one opens its channel, unless this process has heard of something that may have changed
 * the right; otherwise the data is checked again, including the sign-in. One older than a minute is refused.
 */
export class Authorisation {
  readonly #context: Context;
  readonly #endedTokens = new Map<number, number>();
  readonly #judge: ClaimJudge;

  constructor(context: Context) {
    this.#context = context;
    this.#judge = new ClaimJudge(context);
  }

  async authoriseChannel(request: ChannelRequest): Promise<ChannelAuthorisation | null> {
    const { socketId, channel, accountId, tokenId } = request;
    const { authorise, clock } = this.#context;
    if (!isSocketId(socketId) || !isChannelName(channel) || this.#endedTokens.has(tokenId)) return null;
    const { earliestMs } = await clock.read(); // from before the question: changes after it are later
    const member = toMember(channel, await authorise(accountId, channel));
    return member === undefined ? null : this.#sign(request, earliestMs, member);
  }

  async grantChannel(request: GrantRequest): Promise<ChannelAuthorisation> {
    if (!isSocketId(request.socketId)) throw new Error('this is no id of a socket');
    requireGrantable(request.channel);
    return this.#sign(request, await this.#givenAtMs(request.readAtMs), null);
  }

  /** Returns the instant of the database's clock at which the deciding data was read at the latest. */
  async #givenAtMs(readAtMs: number | undefined): Promise<number> {
    const { earliestMs } = await this.#context.clock.read();
    return earliestMs - (readAtMs === undefined ? JUST_DECIDED_MS : monotonicMs() - readAtMs);
  }

  /** Makes a ticket for callers who have just decided from the data that the account may listen to these channels. */
  async makeTicket({ accountId, tokenId, channels, readAtMs }: TicketRequest): Promise<string> {
    channels.forEach(requireGrantable);
    return signTicket(this.#context.secret, { accountId, tokenId, channels, givenAtMs: await this.#givenAtMs(readAtMs) });
  }

  /** Returns the ticket that a client offers, unless it is too old or its sign-in has ended. */
  async readTicket(offered: string): Promise<Ticket | null> {
    const ticket = readTicket(this.#context.secret, offered);
    if (!ticket || this.#endedTokens.has(ticket.tokenId)) return null;
    const { latestMs } = await this.#context.clock.read();
    return latestMs - ticket.givenAtMs > this.#context.limits.ticketMs ? null : ticket;
  }

  /**
   * Enters the channels of a socket's ticket. The first channel that opens gives the socket to the account. Channels that
   * do not open are left to the client, who subscribes to them and gets the reason.
   */
  async enter(connection: Connection, { channels, ...claim }: Ticket): Promise<void> {
    const { hub } = this.#context;
    for (const channel of channels) {
      const decision = await this.#decide(connection, channel, claim, null);
      if (decision === 'signed-out') return this.#refuseToken(connection);
      if (decision === 'no-access') continue;
      if (typeof decision === 'string' || !isOf(connection, claim)) return;
      if (!hub.bind(connection, claim.accountId, claim.tokenId)) return;
      hub.subscribe(connection, channel, decision.member);
    }
  }

  /**
   * Replies to a client's subscribe. Errors are sent as an event: a client whose socket was closed would only come
   * back.
   */
  async subscribe(connection: Connection, { channel, auth, channelData }: Subscribe): Promise<void> {
    const { key, secret, hub, limits } = this.#context;
    const claim = readSubscription(key, secret, { socketId: connection.socketId, channel, channelData, auth });
    if (!claim || !isOf(connection, claim)) return this.#refuseSignature(connection, `${FORGED} ${channel}`);
    if (connection.subscriptions.has(channel)) return hub.confirm(connection, channel);
    if (connection.rechecking.has(channel)) return;
    if (connection.subscriptions.size + connection.rechecking.size >= limits.maxSubscriptionsPerSocket)
      return this.#refuse(connection, messages.subscriptionError(channel, 'LimitReached', 429, 'This socket listens to too many channels'));
    const decision = await this.#decide(connection, channel, claim, readMember(channelData));
    if (decision === 'withdrawn') return;
    if (decision === 'signed-out') return this.#refuseToken(connection);
    if (decision === 'old') {
      this.#refuseSignature(connection, `The signature for the channel ${channel} is too old`);
      return connection.send(messages.subscriptionError(channel, 'AuthError', 401, 'The authorisation is too old; ask for another one'));
    }
    if (decision === 'unknown')
      return this.#refuse(connection, messages.subscriptionError(channel, 'AuthError', 503, 'The permission could not be checked just now'));
    if (decision === 'no-access') return this.#refuse(connection, messages.subscriptionError(channel, 'AccessEnded', 403, ACCESS_ENDED));
    if (!isOf(connection, claim)) return this.#refuseSignature(connection, `${FORGED} ${channel}`); // claimed by someone else in the meantime
    if (!hub.bind(connection, claim.accountId, claim.tokenId))
      return this.#refuse(connection, messages.subscriptionError(channel, 'LimitReached', 429, 'This account has too many connections'));
    hub.subscribe(connection, channel, decision.member);
  }

  unsubscribe(connection: Connection, channel: string): void {
    connection.rechecking.delete(channel);
    this.#context.hub.unsubscribe(connection, channel);
  }

  /** Ends an open subscription whose permission is gone, and notifies the client. */
  end(connection: Connection, channel: string): void {
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
    for (const connection of [...this.#context.hub.ofToken(tokenId)]) connection.close(CODES.unauthorised, SIGNED_OUT);
  }

  #sign({ socketId, channel, accountId, tokenId }: ChannelRequest, givenAtMs: number, member: Member | null): ChannelAuthorisation {
    const { key, secret } = this.#context;
    const claim = { accountId, tokenId, givenAtMs };
    if (!member) return { auth: signSubscription(key, secret, { socketId, channel }, claim) };
    const channelData = JSON.stringify(member);
    return { auth: signSubscription(key, secret, { socketId, channel, channelData }, claim), channel_data: channelData };
  }

  /**
   * Decides. 'withdrawn': the client left the channel, or its socket closed, while we asked; 'unknown': nobody could
   * answer.
   */
  async #decide(connection: Connection, channel: string, claim: Claim, signed: Member | null): Promise<Verdict | 'withdrawn' | 'unknown'> {
    const { hub, log, beforeListening } = this.#context;
    connection.rechecking.add(channel);
    let decision: Verdict | 'unknown';
    try {
      await beforeListening(channel);
      decision = await this.#judge.decide(channel, claim, signed);
    } catch (error) {
      log.warn({ err: error, channel }, 'a channel could not be opened, or its permission not be asked about');
      decision = 'unknown';
    }
    if (!connection.rechecking.delete(channel) || hub.sockets.get(connection.socketId) !== connection) return 'withdrawn';
    return this.#endedTokens.has(claim.tokenId) ? 'signed-out' : decision;
  }

  #refuseSignature(connection: Connection, message: string): void {
    this.#context.counters.refusedSubscriptions += 1;
    connection.sendError(CODES.unauthorised, message);
  }

  /** Refuses a stranger with the signature of an ended sign-in in the same way as that sign-in's other sockets. */
  #refuseToken(connection: Connection): void {
    this.#context.counters.refusedSubscriptions += 1;
    connection.close(CODES.unauthorised, SIGNED_OUT);
  }

  #refuse(connection: Connection, text: string): void {
    this.#context.counters.refusedSubscriptions += 1;
    connection.send(text);
  }
}

/** @throws for a channel that is not permitted without a question: a presence channel needs the person's appearance */
function requireGrantable(channel: string): void {
  if (!isChannelName(channel) || isPresenceChannel(channel)) throw new Error(`${channel} cannot be granted without being asked about`);
}

/** Returns true when the socket belongs to the claim's sign-in or to none yet. A socket never changes owners. */
function isOf({ holder }: Connection, { accountId, tokenId }: Claim): boolean {
  return !holder || (holder.accountId === accountId && holder.tokenId === tokenId);
}
