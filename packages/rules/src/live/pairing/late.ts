import { Forbidden, listBound, type PairWish } from './wishes.ts';

/** A published group that somebody may join. */
export interface OpenGroup {
  id: number;
  account_ids: readonly number[];
}

/**
 * Returns the group that somebody joins who comes after the groups were published (LIVE-95): one with a person to whom a
 * wish binds, else the smallest that no wish forbids, of equal ones the first; null when there is none.
 */
export function findGroupForLate(accountId: number, groups: readonly OpenGroup[], wishes: readonly PairWish[]): number | null {
  const forbidden = new Forbidden(wishes);
  const bound = new Set(listBound(wishes).find((ids) => ids.includes(accountId)) ?? []);
  const open = groups.filter(({ account_ids }) => account_ids.length > 0 && account_ids.every((id) => !forbidden.has(id, accountId)));
  const near = open.filter(({ account_ids }) => account_ids.some((id) => bound.has(id)));
  const [best] = (near.length > 0 ? near : open).toSorted((a, b) => a.account_ids.length - b.account_ids.length || a.id - b.id);
  return best?.id ?? null;
}
