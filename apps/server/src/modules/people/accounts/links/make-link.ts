import type { Tx } from '../../../../platform/database/index.ts';
import { hashOfLinkCode, makeLinkCode } from './codes.ts';
import { insertLink, revokeLinks } from './queries.ts';

/**
 * The lifetimes of links. One from an administrator lasts over a weekend between sending and reading; one that a person
 * requested is used soon.
 */
const HOURS = { password: 7 * 24, reset: 1 } as const;

/**
 * Creates an account's one-time link. One that an administrator makes ends older links and cards; one that anyone can
 * request ends only those of its own kind. The code follows the #, so browsers send it to no server and it appears in
 * no proxy's log.
 */
export async function makeLink(
  tx: Tx,
  accountId: number,
  origin: string,
  purpose: keyof typeof HOURS = 'password',
  { endsFactors = false } = {},
): Promise<{ url: string; expiresAt: Date }> {
  const code = makeLinkCode();
  await revokeLinks(tx, accountId, purpose === 'reset' ? 'reset' : null);
  const expiresAt = await insertLink(tx, { accountId, purpose, codeHash: hashOfLinkCode(code), hours: HOURS[purpose], endsFactors });
  return { url: `${origin}/choose-password#code=${code}`, expiresAt };
}
