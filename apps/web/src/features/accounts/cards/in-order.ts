import type { SignInCard } from '@classwright/contract/students';

const collator = new Intl.Collator(undefined, { numeric: true });

/** By level or class, each by last name, then first name: a stack a room, as people stand in a list that is held beside it. */
export const inOrder = (cards: readonly SignInCard[]): SignInCard[] =>
  cards.toSorted(
    (left, right) =>
      collator.compare(left.place, right.place) || collator.compare(left.last_name, right.last_name) || collator.compare(left.first_name, right.first_name),
  );

/** What the code of a card opens: the page where it counts, with the code filled in. */
export const cardAddress = (address: string, { secret }: Pick<SignInCard, 'secret'>): string =>
  `${address.replace(/\/+$/, '')}/choose-password#code=${encodeURIComponent(secret)}`;
