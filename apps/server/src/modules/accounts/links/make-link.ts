import type { Tx } from '../../../platform/database/index.ts';
import { hashOfCode, makeLinkCode } from './codes.ts';
import { insertLink, revokeLinks } from './queries.ts';

/** Long enough for a weekend between sending and reading. */
const LINK_HOURS = 7 * 24;

/**
 * Makes an account's one-time link; older links and cards of it end. The code stands behind the #, which browsers send
 * to no server and no proxy's log.
 */
export async function makeLink(tx: Tx, accountId: number, origin: string): Promise<{ url: string; expiresAt: Date }> {
  const code = makeLinkCode();
  await revokeLinks(tx, accountId);
  const expiresAt = await insertLink(tx, { accountId, purpose: 'password', codeHash: hashOfCode(code), hours: LINK_HOURS });
  return { url: `${origin}/choose-password#code=${code}`, expiresAt };
}
