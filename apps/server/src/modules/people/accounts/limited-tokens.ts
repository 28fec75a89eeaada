import type { TokenPurpose } from '@classwright/contract';
import type { Tx } from '../../../platform/database/index.ts';
import { requireSchoolOpenFor } from '../../../platform/suspensions-queries.ts';
import { insertToken } from './queries.ts';
import { createToken, sha256 } from './tokens.ts';

/** A token for one thing: whose it is, what it is for, and what its owner sees it called. */
export interface LimitedToken {
  accountId: number;
  purpose: TokenPurpose;
  /** The lesson of a seat. Null for a wall. */
  assessmentId: number | null;
  deviceLabel: string;
  /** After this many days it ends, used or not. */
  lifetimeDays: number;
}

/** A token and what the server keeps of it. */
export type MadeToken = ReturnType<typeof createToken>;

/**
 * Returns the token that follows from a secret which only the device knows. A device whose response was lost, or whose
 * request arrives twice, gets the same token again; the server keeps neither.
 */
export function deriveToken(secret: string): MadeToken {
  const token = sha256(`token ${secret}`).toString('base64url');
  return { token, tokenHash: sha256(token) };
}

/**
 * Gives a device a token for one thing only. It ends no other token of the account, and no sign-in ends it, but a changed
 * password and a deactivated account do. `own`: the token of `deriveToken`; without one it is random. Returns the token, which
 * nothing else knows, and its id; null when there is one like the own one. @throws SCHOOL_SUSPENDED
 */
export async function issueLimitedToken(tx: Tx, limited: LimitedToken, own: MadeToken | null): Promise<{ token: string; tokenId: number } | null>;
export async function issueLimitedToken(tx: Tx, limited: LimitedToken): Promise<{ token: string; tokenId: number }>;
export async function issueLimitedToken(tx: Tx, limited: LimitedToken, own: MadeToken | null = null): Promise<{ token: string; tokenId: number } | null> {
  await requireSchoolOpenFor(tx, limited.accountId);
  const { token, tokenHash } = own ?? createToken();
  const tokenId = await insertToken(tx, { ...limited, tokenHash, deviceHash: null, idleSeconds: limited.lifetimeDays * 24 * 3600 });
  return tokenId === null ? null : { token, tokenId };
}
