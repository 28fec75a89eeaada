import type { Tx } from '../../../../platform/database/index.ts';
import { hashOfCode, makeLinkCode } from './codes.ts';
import { insertLink, revokeLinks } from './queries.ts';

/** Of an administrator: long enough for a weekend between sending and reading. Of somebody who has just asked: soon. */
const HOURS = { password: 7 * 24, reset: 1 } as const;

/**
 * Makes an account's one-time link. One that an administrator makes ends older links and cards; one that anybody can ask
 * for ends those of its kind alone. The code stands behind the #, which browsers send
 * to no server and no proxy's log.
 */
export async function makeLink(tx: Tx, accountId: number, origin: string, purpose: keyof typeof HOURS = 'password'): Promise<{ url: string; expiresAt: Date }> {
  const code = makeLinkCode();
  await revokeLinks(tx, accountId, purpose === 'reset' ? 'reset' : null);
  const expiresAt = await insertLink(tx, { accountId, purpose, codeHash: hashOfCode(code), hours: HOURS[purpose] });
  return { url: `${origin}/choose-password#code=${code}`, expiresAt };
}
