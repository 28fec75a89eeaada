/** The selection from a list that has an entry for all in addition to single ones. */
export interface Picked {
  all: boolean;
  /** The ids, each once, in the order of picking; empty when all are selected. */
  ids: number[];
}

/**
 * Reads picks in their order: the entry for all selects all when it was picked last, and is replaced by a single one
 * that is picked after it.
 */
export function computePicked<Word extends string>(picks: readonly (number | Word)[], all: Word): Picked {
  if (picks.at(-1) === all) return { all: true, ids: [] };
  return { all: false, ids: [...new Set(picks.filter((pick): pick is number => typeof pick === 'number'))] };
}
