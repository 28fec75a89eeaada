import type { SignInCard } from '@classwright/contract/class/students/calls';
import { locale } from '../../../../base/language.ts';

/**
 * Sorts cards by level or class, each by last name (the first name if there is none), then first name: a stack per
 * room, in the same order as the printed list of people.
 */
export function inOrder(cards: readonly SignInCard[]): SignInCard[] {
  const { compare } = new Intl.Collator(locale(), { numeric: true });
  return cards.toSorted(
    (left, right) =>
      compare(left.place, right.place) ||
      compare(left.last_name || left.first_name, right.last_name || right.first_name) ||
      compare(left.first_name, right.first_name),
  );
}

/** Returns the address in a card's QR code: the page that accepts it, with the code filled in. */
export const cardAddress = (address: string, { secret }: Pick<SignInCard, 'secret'>): string =>
  `${address.replace(/\/+$/, '')}/choose-password#code=${encodeURIComponent(secret)}`;
