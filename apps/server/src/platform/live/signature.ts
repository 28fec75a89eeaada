import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The content of a signature: this account, with this sign-in, was allowed to listen to the channel at that instant, on
 * this socket only.
 */
export interface Claim {
  accountId: number;
  tokenId: number;
  /** The time by the database's clock, which all processes share. */
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
 * Returns `auth` of a subscription, which clients pass on unchanged: `key:account.token.instant.signature`. Any process
 * can create it and any can read it, since it is complete. It has an HMAC-SHA256 over all of it and its purpose.
 */
export function signSubscription(key: string, secret: string, subscription: Subscription, { accountId, tokenId, givenAtMs }: Claim): string {
  const claim = `${accountId}.${tokenId}.${Math.floor(givenAtMs)}`;
  return `${key}:${claim}.${sign(secret, claim, subscription)}`;
}

/**
 * Returns the claim in `auth`, or null unless it is ours for exactly this socket, channel and member. It takes the same
 * time for any error.
 */
export function readSubscription(key: string, secret: string, { auth, ...subscription }: Subscription & { auth: string }): Claim | null {
  const [, accountId, tokenId, givenAtMs, given = ''] = (auth.startsWith(`${key}:`) && SIGNED.exec(auth.slice(key.length + 1))) || [];
  if (!isSignature(given, sign(secret, `${accountId}.${tokenId}.${givenAtMs}`, subscription))) return null;
  return { accountId: Number(accountId), tokenId: Number(tokenId), givenAtMs: Number(givenAtMs) };
}

function sign(secret: string, claim: string, { socketId, channel, channelData }: Subscription): string {
  return signParts(secret, ['subscribe', claim, socketId, channel, channelData ?? null]);
}

/** Returns the HMAC-SHA256 of the parts, of which the first is the purpose, in 43 letters. */
export const signParts = (secret: string, parts: readonly unknown[]): string => createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');

/** Compares a given signature with the expected one. It takes the same time for any error. */
export function isSignature(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
