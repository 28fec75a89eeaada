/**
 * How groups of a class did, by a field of the roster. Nobody is to be found out by it: no group of fewer than five is
 * told, and none follows from what is told, however it is added and subtracted.
 */
import { computeGain } from './gain.ts';
import { moveOf } from '../live/figures/moves.ts';

/** What a school can have its students grouped by: one field at a time, since two together would cut smaller groups. */
export const SUBGROUP_FIELDS = ['city', 'state', 'zip', 'birth_year'] as const;
export type SubgroupField = (typeof SUBGROUP_FIELDS)[number];

/** Students of the smallest group that is told. */
export const LEAST_OF_SUBGROUP = 5;

/** A student who chose in all three forms. */
export interface GroupedStudent {
  /** As the roster has it; empty where it says nothing. Case and surrounding space make no difference. */
  value: string;
  first: boolean;
  second: boolean;
  transfer: boolean;
}

export interface Subgroup {
  /** Empty: nothing is in the roster. Null: everybody who stands in no other group. */
  value: string | null;
  students: number;
  first: number;
  second: number;
  transfer: number;
  /** Null where nobody was wrong before. */
  gain: number | null;
}

/** The groups, the largest first and all others last; none where there are no two that can be told. */
export function computeSubgroups(students: readonly GroupedStudent[]): Subgroup[] {
  const { groups, rest } = joinSmallGroups(students);
  if (groups.length + Number(rest.length > 0) < 2) return [];
  const told = groups.map(({ value, members }) => toSubgroup(value, members));
  return rest.length > 0 ? [...told, toSubgroup(null, rest)] : told;
}

/** Small groups stand together, and with the next smallest until they are enough: what is left over by subtraction is as large. */
function joinSmallGroups(students: readonly GroupedStudent[]): { groups: { value: string; members: GroupedStudent[] }[]; rest: GroupedStudent[] } {
  const groups = [...Map.groupBy(students, ({ value }) => value.trim().normalize('NFKC').toLowerCase())]
    .map(([key, members]) => ({ key, value: members[0]?.value.trim() ?? '', members }))
    .sort((left, right) => right.members.length - left.members.length || (left.key < right.key ? -1 : 1));
  const rest: GroupedStudent[] = [];
  while (groups.length > 0) {
    const smallest = groups.at(-1)?.members ?? [];
    const isEnough = smallest.length >= LEAST_OF_SUBGROUP && (rest.length === 0 || rest.length >= LEAST_OF_SUBGROUP);
    if (isEnough) break;
    rest.push(...smallest);
    groups.pop();
  }
  return { groups, rest };
}

function toSubgroup(value: string | null, members: readonly GroupedStudent[]): Subgroup {
  const count = (fits: (student: GroupedStudent) => boolean): number => members.filter(fits).length;
  const moved = (move: ReturnType<typeof moveOf>): number => count(({ first, second }) => moveOf(first, second) === move);
  return {
    value,
    students: members.length,
    first: count(({ first }) => first),
    second: count(({ second }) => second),
    transfer: count(({ transfer }) => transfer),
    gain: computeGain({ wrong_to_right: moved('wrong_to_right'), right_to_wrong: moved('right_to_wrong'), kept_wrong: moved('kept_wrong') }),
  };
}
