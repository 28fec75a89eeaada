import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signature says: this account, signed in so, might hear the channel at that instant, on this socket only. */
export interface Claim {
  accountId: number;
  tokenId: number;
  /** By the database's clock, which all processes share. */
  givenAtMs: number;
}

interface Subscription {
  socketId: string;
  channel: string;
  channelData?: string | undefined;
}

const SOCKET_ID = /^\d{1,20}\.\d{1,20}$/;
const SIGNED = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/;

export function isSocketId(text: string): boolean {
  return SOCKET_ID.test(text);
}

/**
 * `auth` of a subscription, which clients pass on as it is: `key:account.token.instant.signature`. Any process can make
 * it and any can read it, since it says all that has to be known. An HMAC-SHA256 over all of it and what it is for.
 */
export function signSubscription(key: string, secret: string, subscription: Subscription, { accountId, tokenId, givenAtMs }: Claim): string {
  const claim = `${accountId}.${tokenId}.${Math.floor(givenAtMs)}`;
  return `${key}:${claim}.${sign(secret, claim, subscription)}`;
}

/** What `auth` claims; null unless it is ours for exactly this socket, channel and member. Takes the same time whatever is wrong. */
export function readSubscription(key: string, secret: string, { auth, ...subscription }: Subscription & { auth: string }): Claim | null {
  const [, accountId, tokenId, givenAtMs, given = ''] = (auth.startsWith(`${key}:`) && SIGNED.exec(auth.slice(key.length + 1))) || [];
  const expected = Buffer.from(sign(secret, `${accountId}.${tokenId}.${givenAtMs}`, subscription));
  const signature = Buffer.from(given);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
  return { accountId: Number(accountId), tokenId: Number(tokenId), givenAtMs: Number(givenAtMs) };
}

function sign(secret: string, claim: string, { socketId, channel, channelData }: Subscription): string {
  const text = JSON.stringify(['subscribe', claim, socketId, channel, channelData ?? null]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}
