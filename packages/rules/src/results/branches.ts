/** The paths of students through a lesson's three forms, for its live snapshot. */
import { MOVES, moveOf, type Move } from '../live/figures/moves.ts';

/** One student's three answers: right, wrong, or null for none with a choice. */
export interface Way {
  account_id: number;
  first: boolean | null;
  second: boolean | null;
  transfer: boolean | null;
}

/** Students who chose in all three forms, grouped by which answers were right. */
export interface Branch {
  first: boolean;
  second: boolean;
  transfer: boolean;
  account_ids: number[];
}

const sides = [true, false] as const;

/**
 * Returns the eight branches, all right first, and everyone who did not choose in all three forms: each student is in
 * one of nine groups.
 */
export function computeBranches(ways: readonly Way[]): { branches: Branch[]; incomplete: number[] } {
  const idsOf = (fits: (way: Way) => boolean): number[] => ways.filter(fits).map(({ account_id }) => account_id);
  return {
    branches: sides.flatMap((first) =>
      sides.flatMap((second) =>
        sides.map((transfer) => ({
          first,
          second,
          transfer,
          account_ids: idsOf((way) => way.first === first && way.second === second && way.transfer === transfer),
        })),
      ),
    ),
    incomplete: idsOf(({ first, second, transfer }) => first === null || second === null || transfer === null),
  };
}

/**
 * Returns the results of the transfer question by the students' moves before it: how many answered it, and how many
 * were right.
 */
export function computeTransferByMove(branches: readonly Branch[]): { move: Move; answered: number; right: number }[] {
  return MOVES.map((move) => {
    const ofMove = branches.filter(({ first, second }) => moveOf(first, second) === move);
    const count = (some: readonly Branch[]): number => some.reduce((sum, { account_ids }) => sum + account_ids.length, 0);
    return { move, answered: count(ofMove), right: count(ofMove.filter(({ transfer }) => transfer)) };
  });
}
