/** What was picked from a list that has an entry for all beside the single ones. */
export interface Picked {
  all: boolean;
  /** Each once, in the order of picking; none where all are meant. */
  ids: number[];
}

/**
 * Reads picks in their order: the entry for all means all when it was picked last, and gives way to a single one that is
 * picked after it.
 */
export function computePicked<Word extends string>(picks: readonly (number | Word)[], all: Word): Picked {
  if (picks.at(-1) === all) return { all: true, ids: [] };
  return { all: false, ids: [...new Set(picks.filter((pick): pick is number => typeof pick === 'number'))] };
}
