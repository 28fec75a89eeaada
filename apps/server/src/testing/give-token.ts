import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { insertToken } from '../modules/people/accounts/queries.ts';
import { createToken } from '../modules/people/accounts/tokens.ts';
import type { Tx } from '../platform/database/index.ts';

/**
 * Creates a token for an account, without the cost of a password. It counts as confirmed, also when a test moves the clock.
 */
export async function giveToken(tx: Tx, accountId: number): Promise<string> {
  const { token, tokenHash } = createToken();
  await insertToken(tx, { accountId, tokenHash, deviceHash: randomBytes(32), deviceLabel: 'test', lifetimeDays: 30, idleSeconds: 30 * 86_400 });
  await sql`UPDATE access_tokens SET confirmed_at = app_now() + interval '100 years' WHERE token_hash = ${tokenHash}`.execute(tx);
  return token;
}
