import { randomBytes } from 'node:crypto';
import { insertToken } from '../modules/people/accounts/queries.ts';
import { createToken } from '../modules/people/accounts/tokens.ts';
import type { Tx } from '../platform/database/index.ts';

/** Creates a token for an account, without the cost of a password. */
export async function giveToken(tx: Tx, accountId: number): Promise<string> {
  const { token, tokenHash } = createToken();
  await insertToken(tx, { accountId, tokenHash, deviceHash: randomBytes(32), deviceLabel: 'test', lifetimeDays: 30, idleSeconds: 30 * 86_400 });
  return token;
}
