import { sql } from 'kysely';
import { issueToken, sha256 } from '../modules/people/accounts/tokens.ts';
import type { Tx } from '../platform/database/index.ts';

/**
 * Creates a token for an account, without the cost of a password. It counts as confirmed, also when a test moves the clock.
 */
export async function giveToken(tx: Tx, accountId: number): Promise<string> {
  const token = await issueToken(tx, accountId, 'test');
  await sql`UPDATE access_tokens SET confirmed_at = app_now() + interval '100 years' WHERE token_hash = ${sha256(token)}`.execute(tx);
  return token;
}
