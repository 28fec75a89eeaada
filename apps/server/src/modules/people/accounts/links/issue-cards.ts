import type { SignInCard } from '@classwright/contract';
import { afterCommit, type Tx } from '../../../../platform/database/index.ts';
import type { Sealer } from '../../../../platform/secrets.ts';
import { hashPassword } from '../password.ts';
import { endTokens } from '../queries.ts';
import { hashOfCardCode, makeCardCode, makeProvidedPassword } from './codes.ts';
import { insertCards, type LinkHolder, revokeLinks, setPassword } from './queries.ts';

/** The lifetime of a card, long enough from printing until everyone's next lesson. */
const CARD_HOURS = 7 * 24;

/** The content of a card, prepared before the transaction because hashing a password takes time. */
export interface PreparedCard {
  card: SignInCard;
  /** Null for a card that signs in once. */
  passwordHash: string | null;
}

/**
 * Prepares cards. `lasting` cards carry a password that the school provides. They are for students; everyone else gets
 * a card that works once.
 */
export async function prepareCards(holders: readonly LinkHolder[], kind: SignInCard['kind'], places: ReadonlyMap<number, string>): Promise<PreparedCard[]> {
  const prepared: PreparedCard[] = [];
  for (const { id, first_name, last_name, email, is_staff } of holders) {
    const own = is_staff ? 'once' : kind;
    const secret = own === 'once' ? makeCardCode() : makeProvidedPassword();
    prepared.push({
      card: { account_id: id, first_name, last_name, email, kind: own, secret, place: places.get(id) ?? '' },
      passwordHash: own === 'once' ? null : await hashPassword(secret),
    });
  }
  return prepared;
}

/**
 * Makes the cards valid. Older links and cards of these people end, and with a new password their sign-ins too. Returns
 * the time at which the cards expire.
 */
export async function issueCards(
  tx: Tx,
  prepared: readonly PreparedCard[],
  { sealer, onTokenEnded }: { sealer: Sealer; onTokenEnded: (tokenId: number) => void },
): Promise<Date | null> {
  await revokeLinks(
    tx,
    prepared.map(({ card }) => card.account_id),
  );
  const once = prepared.filter(({ passwordHash }) => passwordHash === null);
  const expiresAt = await insertCards(
    tx,
    once.map(({ card }) => ({ accountId: card.account_id, codeHash: hashOfCardCode(sealer, card.secret) })),
    CARD_HOURS,
  );
  for (const { card, passwordHash } of prepared) {
    if (passwordHash === null) continue;
    await setPassword(tx, card.account_id, passwordHash);
    const ended = await endTokens(tx, card.account_id, 'password_changed');
    afterCommit(tx, () => {
      for (const { id } of ended) onTokenEnded(id);
    });
  }
  return expiresAt;
}
