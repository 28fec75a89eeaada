/** So many may end without a question. */
const FEW = 5;
/** The share of those who are there that may end without a question. */
const FEW_OF_ALL = 1 / 10;

/** Memberships of a class, or of a school, that a run would end. */
export interface Removal {
  /** How many would end. */
  ending: number;
  /** How many there are now, with those that would end. */
  current: number;
}

/**
 * Whether a run has to ask before it ends so many memberships: more than 5 and more than a tenth of those that there are.
 * Both are asked of each class and of the school. A faulty list elsewhere must not empty classes here; somebody who leaves
 * a small class is no fault. Source: docs/decisions/rosters-by-file.md.
 */
export const isMassRemoval = ({ ending, current }: Removal): boolean => ending > FEW && ending > current * FEW_OF_ALL;
