import type { SignInCard } from '@classwright/contract';
import type { Tx } from '../../../../platform/database/index.ts';
import type { Sealer } from '../../../../platform/secrets.ts';
import { hashOfCardCode, makeCardCode } from './codes.ts';
import { FIRST_USE_HOURS } from './picture-cards.ts';
import { putPictureCards } from './picture-queries.ts';
import { insertCards, type LinkHolder, revokeLinks } from './queries.ts';

/** The lifetime of a card, long enough from printing until everyone's next lesson. */
const CARD_HOURS = 7 * 24;

/** Prepares cards. Picture cards are for students; everyone else gets a card that works once. */
export function prepareCards(holders: readonly LinkHolder[], kind: SignInCard['kind'], places: ReadonlyMap<number, string>): SignInCard[] {
  return holders.map(({ id, first_name, last_name, email, is_staff }) => ({
    account_id: id,
    first_name,
    last_name,
    email,
    kind: is_staff ? 'once' : kind,
    secret: makeCardCode(),
    place: places.get(id) ?? '',
  }));
}

/**
 * Makes the cards valid. Older links and cards of these people end. Returns the time at which the cards expire, those with pictures
 * unless they are used before.
 */
export async function issueCards(tx: Tx, cards: readonly SignInCard[], { sealer }: { sealer: Sealer }): Promise<Date | null> {
  await revokeLinks(
    tx,
    cards.map(({ account_id }) => account_id),
  );
  const rowsOf = (kind: SignInCard['kind']) =>
    cards.filter((card) => card.kind === kind).map(({ account_id, secret }) => ({ accountId: account_id, codeHash: hashOfCardCode(sealer, secret) }));
  const [once, pictures] = [await insertCards(tx, rowsOf('once'), CARD_HOURS), await putPictureCards(tx, rowsOf('pictures'), FIRST_USE_HOURS)];
  return once ?? pictures;
}
