import { monotonicMs } from '../clock.ts';
import type { Log } from '../log.ts';
import { ClaimJudge, type JudgeOptions, readMember, toMember, type Verdict } from './claim-judge.ts';
import type { Connection, Member } from './connection.ts';
import type { LiveCounters } from './counters.ts';
import type { Hub } from './hub.ts';
import { CODES, isChannelName, isPresenceChannel, messages } from './protocol.ts';
import { type Claim, isSocketId, readSubscription, signSubscription } from './signature.ts';

export interface ChannelRequest {
  socketId: string;
  channel: string;
  accountId: number;
  tokenId: number;
}

export interface GrantRequest extends ChannelRequest {
  /** An instant of this process before the data was read that decided it; a second ago unless said. */
  readAtMs?: number;
}

/** What the client hands back when it subscribes; field names are the protocol's. */
export interface ChannelAuthorisation {
  auth: string;
  channel_data?: string;
}

interface Context extends JudgeOptions {
  key: string;
  secret: string;
  /** Asked before somebody begins to listen to a channel. */
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

/** Longer than any signature is taken, and than a call can take between the check of its token and here. */
const ENDED_TOKEN_MEMORY_MS = 10 * 60_000;
/** Whoever has just decided read the data not longer ago than this, unless they say. */
const JUST_DECIDED_MS = 1000;
const ACCESS_ENDED = 'You no longer have access to this channel';
const FORGED = 'The signature is not valid for this socket and the channel';
const SIGNED_OUT = 'This sign-in has ended';

/**
 * Permission to subscribe. Any process signs and any grants: the signature says whose it is and since when, and nothing is
 * kept of it. One that was given a moment ago opens its channel, unless something was heard since that may have changed
 * the right; else the data is asked again, about the sign-in too. One of more than a minute is not taken at all.
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
    const { earliestMs } = await clock.read(); // of before the question: what changes meanwhile is later
    const member = toMember(channel, await authorise(accountId, channel));
    return member === undefined ? null : this.#sign(request, earliestMs, member);
  }

  async grantChannel(request: GrantRequest): Promise<ChannelAuthorisation> {
    if (!isSocketId(request.socketId)) throw new Error('this is no id of a socket');
    if (!isChannelName(request.channel) || isPresenceChannel(request.channel))
      throw new Error(`${request.channel} cannot be granted without being asked about`);
    const { earliestMs } = await this.#context.clock.read();
    const agoMs = request.readAtMs === undefined ? JUST_DECIDED_MS : monotonicMs() - request.readAtMs;
    return this.#sign(request, earliestMs - agoMs, null);
  }

  /** Replies to a client's subscribe. Whatever is wrong is told as an event: a socket closed for it would only come back. */
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
    if (!isOf(connection, claim)) return this.#refuseSignature(connection, `${FORGED} ${channel}`); // claimed by somebody else meanwhile
    if (!hub.bind(connection, claim.accountId, claim.tokenId))
      return this.#refuse(connection, messages.subscriptionError(channel, 'LimitReached', 429, 'This account has too many connections'));
    hub.subscribe(connection, channel, decision.member);
  }

  unsubscribe(connection: Connection, channel: string): void {
    connection.rechecking.delete(channel);
    this.#context.hub.unsubscribe(connection, channel);
  }

  /** Ends an open subscription whose permission is gone, and says so. */
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

  /** 'withdrawn': the client left the channel, or its socket went, while we asked; 'unknown': nobody could say. */
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

  /** A stranger that comes with the signature of an ended sign-in is treated as that sign-in's other sockets are. */
  #refuseToken(connection: Connection): void {
    this.#context.counters.refusedSubscriptions += 1;
    connection.close(CODES.unauthorised, SIGNED_OUT);
  }

  #refuse(connection: Connection, text: string): void {
    this.#context.counters.refusedSubscriptions += 1;
    connection.send(text);
  }
}

/** A socket never changes hands: it is the claim's, or nobody's yet. */
function isOf({ holder }: Connection, { accountId, tokenId }: Claim): boolean {
  return !holder || (holder.accountId === accountId && holder.tokenId === tokenId);
}
