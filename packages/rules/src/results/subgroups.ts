/**
 * The results of groups of a class, by a field of the roster. Nobody can be identified by them: no group of fewer than
 * five is shown, and none follows from the shown ones by adding and subtracting.
 */
import { computeGain } from './gain.ts';
import { moveOf } from '../live/figures/moves.ts';

/**
 * The fields by which a school can group its students: one at a time, since two together would make smaller groups.
 */
export const SUBGROUP_FIELDS = ['city', 'state', 'zip', 'birth_year'] as const;
export type SubgroupField = (typeof SUBGROUP_FIELDS)[number];

/** The minimum number of students in a shown group. */
export const MIN_SUBGROUP_STUDENTS = 5;

/** A student who chose in all three forms. */
export interface GroupedStudent {
  /** The value in the roster; empty if missing. Case and surrounding space are ignored. */
  value: string;
  first: boolean;
  second: boolean;
  transfer: boolean;
}

export interface Subgroup {
  /** Empty: not in the roster. Null: everyone in no other group. */
  value: string | null;
  students: number;
  first: number;
  second: number;
  transfer: number;
  /** The gain, or null when nobody was wrong before. */
  gain: number | null;
}

/** Returns the groups, the largest first and all others last; none when fewer than two can be shown. */
export function computeSubgroups(students: readonly GroupedStudent[]): Subgroup[] {
  const { groups, rest } = joinSmallGroups(students);
  if (groups.length + Number(rest.length > 0) < 2) return [];
  const told = groups.map(({ value, members }) => toSubgroup(value, members));
  return rest.length > 0 ? [...told, toSubgroup(null, rest)] : told;
}

/**
 * Joins small groups, adding the next smallest until they are large enough, so that no remainder by subtraction is
 * smaller.
 */
function joinSmallGroups(students: readonly GroupedStudent[]): { groups: { value: string; members: GroupedStudent[] }[]; rest: GroupedStudent[] } {
  const groups = [...Map.groupBy(students, ({ value }) => value.trim().normalize('NFKC').toLowerCase())]
    .map(([key, members]) => ({ key, value: members[0]?.value.trim() ?? '', members }))
    .sort((left, right) => right.members.length - left.members.length || (left.key < right.key ? -1 : 1));
  const rest: GroupedStudent[] = [];
  while (groups.length > 0) {
    const smallest = groups.at(-1)?.members ?? [];
    const isEnough = smallest.length >= MIN_SUBGROUP_STUDENTS && (rest.length === 0 || rest.length >= MIN_SUBGROUP_STUDENTS);
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
