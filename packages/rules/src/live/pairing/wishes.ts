/** A wish of staff in a class: these people are always in one group, or no two of them ever are. */
export interface PairWish {
  kind: 'together' | 'never';
  account_ids: readonly number[];
}

/** The most people whom wishes may bind together: the size of the largest group that staff can ask for. */
export const MAX_TOGETHER = 4;

/** A wish that another one contradicts: two people who are bound and forbidden, or too many who are bound. */
export type PairContradiction = { is: 'forbidden'; account_ids: [number, number] } | { is: 'too-many'; account_ids: number[] };

/** Returns the sets of people whom wishes bind, also through one another: each person once, only sets of two or more. */
export function listBound(wishes: readonly PairWish[]): number[][] {
  let sets: Set<number>[] = [];
  for (const { kind, account_ids } of wishes) {
    if (kind !== 'together') continue;
    const [joined, others] = [sets.filter((set) => account_ids.some((id) => set.has(id))), sets.filter((set) => !account_ids.some((id) => set.has(id)))];
    sets = [...others, new Set([...joined.flatMap((set) => [...set]), ...account_ids])];
  }
  return sets.filter(({ size }) => size > 1).map((set) => [...set].sort((a, b) => a - b));
}

/** Returns two people as one key, the same in both orders. */
const keyOf = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** The pairs of people who are never in one group. */
export class Forbidden {
  private readonly keys = new Set<string>();
  private readonly pairs: [number, number][] = [];

  constructor(wishes: readonly PairWish[]) {
    for (const { kind, account_ids } of wishes) {
      if (kind !== 'never') continue;
      for (const [index, a] of account_ids.entries()) {
        for (const b of account_ids.slice(index + 1)) {
          this.keys.add(keyOf(a, b));
          this.pairs.push([a, b]);
        }
      }
    }
  }

  /** Returns all pairs of people who are never in one group. */
  list(): readonly [number, number][] {
    return this.pairs;
  }

  has(a: number, b: number): boolean {
    return this.keys.size > 0 && this.keys.has(keyOf(a, b));
  }

  /** Returns two of a group who are never to be together, or null. */
  findIn(group: readonly number[]): [number, number] | null {
    for (const [index, a] of group.entries()) for (const b of group.slice(index + 1)) if (this.has(a, b)) return [a, b];
    return null;
  }
}

/** Returns the first contradiction among wishes, or null when all of them can be kept (LIVE-93). */
export function findContradiction(wishes: readonly PairWish[]): PairContradiction | null {
  const forbidden = new Forbidden(wishes);
  for (const bound of listBound(wishes)) {
    const found = forbidden.findIn(bound);
    if (found) return { is: 'forbidden', account_ids: found };
    if (bound.length > MAX_TOGETHER) return { is: 'too-many', account_ids: bound };
  }
  return null;
}

/** A problem with groups that were made by hand. */
export type GroupProblem =
  | { is: 'doubled' | 'absent'; account_ids: number[] }
  | { is: 'forbidden'; account_ids: [number, number] }
  | { is: 'apart'; account_ids: number[] }
  | { is: 'missing'; account_ids: number[] };

/**
 * Returns what is wrong with groups made by hand, or null: everybody who is here is in exactly one group, nobody else
 * in any, and no wish is broken (LIVE-91, LIVE-93).
 */
export function findGroupProblem(groups: readonly (readonly number[])[], here: readonly number[], wishes: readonly PairWish[]): GroupProblem | null {
  const placed = groups.flat();
  const [known, seen] = [new Set(here), new Set<number>()];
  const doubled = placed.filter((id) => seen.has(id) || (seen.add(id), false));
  if (doubled.length > 0) return { is: 'doubled', account_ids: [...new Set(doubled)] };
  const absent = placed.filter((id) => !known.has(id));
  if (absent.length > 0) return { is: 'absent', account_ids: absent };
  const missing = here.filter((id) => !seen.has(id));
  if (missing.length > 0) return { is: 'missing', account_ids: missing };
  const forbidden = new Forbidden(wishes);
  for (const group of groups) {
    const found = forbidden.findIn(group);
    if (found) return { is: 'forbidden', account_ids: found };
  }
  for (const bound of listBound(wishes)) {
    const present = bound.filter((id) => known.has(id));
    const first = groups.find((group) => present.some((id) => group.includes(id)));
    if (first && !present.every((id) => first.includes(id))) return { is: 'apart', account_ids: present };
  }
  return null;
}
