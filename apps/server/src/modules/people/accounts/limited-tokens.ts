import type { TokenPurpose } from '@classwright/contract';
import type { Tx } from '../../../platform/database/index.ts';
import { insertToken } from './queries.ts';
import { createToken } from './tokens.ts';

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

/**
 * Gives a device a token for one thing only. It ends no other token of the account, and no sign-in ends it, but a changed
 * password and a deactivated account do. Returns the token, which nothing else knows, and its id.
 */
export async function issueLimitedToken(tx: Tx, limited: LimitedToken): Promise<{ token: string; tokenId: number }> {
  const { token, tokenHash } = createToken();
  const tokenId = await insertToken(tx, { ...limited, tokenHash, deviceHash: null, idleSeconds: limited.lifetimeDays * 24 * 3600 });
  return { token, tokenId };
}
