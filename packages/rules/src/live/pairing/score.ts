/** A student who is here, with what the rules need for choosing the company. */
export interface PairPerson {
  account_id: number;
  /** The choice in Form - 1A; null when there is none. */
  response_id: number | null;
  /** True when that choice is right. */
  right: boolean;
  /** The company in the last lesson of the class. */
  partners: readonly number[];
  /** The row of the seat, where the class has seats. */
  row?: number | undefined;
}

/** The numbers of groups of a division by kind, in the order of their worth (LIVE-92). */
export interface PairScore {
  /** Groups with different choices. */
  different: number;
  /** Groups with a right and a wrong choice. */
  mixed: number;
  /** Groups in which no two were together in the last lesson. */
  fresh: number;
  /** Groups of people in the same row or in neighboring ones. */
  near: number;
}

export const NO_SCORE: PairScore = { different: 0, mixed: 0, fresh: 0, near: 0 };

const isDifferent = (group: readonly PairPerson[]): boolean => {
  const first = group.find(({ response_id }) => response_id !== null);
  return group.some(({ response_id }) => response_id !== null && response_id !== first?.response_id);
};

const isMixed = (group: readonly PairPerson[]): boolean =>
  group.some(({ right }) => right) && group.some(({ response_id, right }) => response_id !== null && !right);

const isFresh = (group: readonly PairPerson[]): boolean =>
  group.length > 1 && group.every(({ partners }) => group.every(({ account_id }) => !partners.includes(account_id)));

const isNear = (group: readonly PairPerson[]): boolean => {
  const rows = group.map(({ row }) => row ?? Number.NaN);
  return group.length > 1 && Math.max(...rows) - Math.min(...rows) <= 1;
};

/** Scores one group. */
export function scoreGroup(group: readonly PairPerson[]): PairScore {
  return { different: Number(isDifferent(group)), mixed: Number(isMixed(group)), fresh: Number(isFresh(group)), near: Number(isNear(group)) };
}

export function addScores(one: PairScore, other: PairScore): PairScore {
  return { different: one.different + other.different, mixed: one.mixed + other.mixed, fresh: one.fresh + other.fresh, near: one.near + other.near };
}

/**
 * Returns a score as one number: a group more of one kind outweighs any number of those after it. `people` is the number
 * of people in the division.
 */
export function valueOf({ different, mixed, fresh, near }: PairScore, people: number): number {
  const more = Math.floor(people / 2) + 1;
  return ((different * more + mixed) * more + fresh) * more + near;
}

/**
 * Returns a score that no division of these people into so many groups can exceed, from the numbers of their choices
 * alone: a group with different choices needs somebody who has not chosen what most chose, and two who chose; a mixed
 * one needs a right and a wrong choice.
 */
export function boundOf(people: readonly PairPerson[], groups: number): PairScore {
  const chosen = people.filter(({ response_id }) => response_id !== null);
  const counts = [...Map.groupBy(chosen, ({ response_id }) => response_id).values()].map(({ length }) => length);
  const right = chosen.filter((person) => person.right).length;
  return {
    different: Math.min(groups, chosen.length - Math.max(0, ...counts), Math.floor(chosen.length / 2)),
    mixed: Math.min(groups, right, chosen.length - right),
    fresh: groups,
    near: people.some(({ row }) => row !== undefined) ? groups : 0,
  };
}
