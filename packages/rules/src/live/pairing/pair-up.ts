import { addScores, boundOf, NO_SCORE, type PairPerson, type PairScore, scoreGroup, valueOf } from './score.ts';
import { type EdgeWeight, findMaximumMatching } from './matching.ts';
import { Forbidden, listBound, type PairWish } from './wishes.ts';

export type GroupSize = 2 | 3 | 4;

/** The basis of a division into groups. */
export interface PairingOrder {
  /** The people who are here, in any order. */
  people: readonly PairPerson[];
  size: GroupSize;
  /** Any whole number. The same one makes the same groups of the same people. */
  seed: number;
  /** Wishes of the class that do not contradict each other; people who are not here are skipped. */
  wishes: readonly PairWish[];
  /** Groups that stay as they are. */
  kept: readonly (readonly number[])[];
}

export interface Pairing {
  /** Everybody who is here, once; somebody is alone only if every other is forbidden. */
  groups: number[][];
  score: PairScore;
  /** True when it is proven that no other division has a higher score. */
  isBest: boolean;
}

type Group = PairPerson[];

/** More people than this are dealt out first where no rows count, which is fast and mostly proven best by the bound of their choices. */
const MANY = 100;
/** The most other people who are left over in turns where the number is odd, up to `MANY` people. */
const MOST_LEFT_OVER = 12;
/** The most people for whom all divisions are compared. */
const MOST_COMPARED = 10;
/** The most exchanges that are tried for a division into threes or fours, which bounds its time. */
const MOST_EXCHANGES = 150_000;
const KINDS_OF_SCORE = ['different', 'mixed', 'fresh', 'near'] as const;

/**
 * Divides those who are here into groups (LIVE-91 to LIVE-93): twos, with one three where their number is odd, or threes or
 * fours whose sizes differ by at most one. Twos are an exact maximum matching for any number of people; for an odd
 * number, and for threes and fours, it is exact for up to 10 people, and above proven only where the score reaches the
 * bound of the choices (`isBest`).
 */
export function pairUp({ people, size, seed, wishes, kept }: PairingOrder): Pairing {
  const sorted = shuffle(
    people.toSorted((a, b) => a.account_id - b.account_id),
    seed,
  );
  const personOf = new Map(sorted.map((person) => [person.account_id, person]));
  const forbidden = new Forbidden(wishes);
  const isKept = new Set(kept.flat());
  const present = (ids: readonly number[]): Group => ids.flatMap((id) => personOf.get(id) ?? []);
  const keptGroups = kept.map(present).filter(({ length }) => length > 0);
  const bound = listBound(wishes)
    .map((ids) => present(ids.filter((id) => !isKept.has(id))))
    .filter(({ length }) => length > 1);
  const isBound = new Set(bound.flat());
  const single = sorted.filter((person) => !isKept.has(person.account_id) && !isBound.has(person));
  const task: Task = { bound, single, size, forbidden, people: sorted.length };
  const made = single.length === 0 ? { groups: bound, isBest: true } : divide(task);
  const groups = joinLonely([...keptGroups, ...made.groups], forbidden, size);
  return {
    groups: groups.map((group) => group.map(({ account_id }) => account_id)),
    score: groups.reduce((sum, group) => addScores(sum, scoreGroup(group)), NO_SCORE),
    isBest: made.isBest,
  };
}

/** The people who remain to be divided: some are bound to each other, the others are single. */
interface Task {
  bound: readonly Group[];
  single: readonly PairPerson[];
  size: GroupSize;
  forbidden: Forbidden;
  /** The number of all people, which the value of a score depends on. */
  people: number;
}

type Division = { groups: Group[]; isBest: boolean };

function divide(task: Task): Division {
  const { bound, single, size } = task;
  if (size === 2 && single.length > MANY && single.every(({ row }) => row === undefined)) {
    const unbound = { ...task, bound: [] };
    const dealt = exchange(unbound, deal(unbound));
    if (dealt.isBest) return { groups: [...bound, ...dealt.groups], isBest: bound.length === 0 || single.length % 2 === 0 };
  }
  if (size === 2 && single.length % 2 === 0) {
    const pairs = matchTwos(task, single);
    return { groups: [...bound, ...pairs], isBest: pairs.every(({ length }) => length === 2) };
  }
  if (single.length + bound.length <= MOST_COMPARED) {
    const best = compareAll(task);
    if (best) return { groups: best, isBest: true };
  }
  return size === 2 ? matchOdd(task) : exchange(task, deal(task));
}

const worth = (task: Task, groups: readonly Group[]): number => groups.reduce((sum, group) => sum + valueOf(scoreGroup(group), task.people), 0);

const isAllowed = (forbidden: Forbidden, group: readonly PairPerson[]): boolean => forbidden.findIn(group.map(({ account_id }) => account_id)) === null;

/** Makes twos of as many people as possible, and of these divisions the best. The others are alone. */
function matchTwos({ forbidden, people }: Task, single: readonly PairPerson[]): Group[] {
  const partners = findMaximumMatching(single.length, weighPairs(single, people, forbidden));
  return single.flatMap((person, index) => {
    const partner = partners[index] ?? null;
    if (partner === null) return [[person]];
    return partner > index ? [[person, single[partner] as PairPerson]] : [];
  });
}

/**
 * Returns the value of each pair for a matching: more for any pair than for the best score, so that as many as possible
 * are made; 0 for a pair that is forbidden. It is what `valueOf(scoreGroup(pair))` is, from tables, since a thousand
 * people are half a million pairs.
 */
function weighPairs(single: readonly PairPerson[], people: number, forbidden: Forbidden): EdgeWeight {
  const count = single.length;
  const most = (Math.floor(people / 2) + 1) ** 4;
  const values = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => most + valueOf({ different: bits >> 2, mixed: (bits >> 1) & 1, fresh: bits & 1, near: 0 }, people));
  const choices = [...new Set(single.map(({ response_id }) => response_id))];
  const choice = Int32Array.from(single, ({ response_id }) => (response_id === null ? -1 : choices.indexOf(response_id)));
  const right = Uint8Array.from(single, (person) => Number(person.right));
  const hasRows = single.some((person) => person.row !== undefined);
  // without rows any will do: they decide between equal pairs, and a search among equals is slow
  const row = Float64Array.from(single, (person, index) => (hasRows ? (person.row ?? Number.NaN) : Math.floor(index / 6)));
  const placeOf = new Map(single.map(({ account_id }, index) => [account_id, index]));
  const hasMet = new Uint8Array(count * count);
  const isForbidden = new Uint8Array(count * count);
  for (const [index, { partners }] of single.entries()) {
    for (const id of partners) {
      const other = placeOf.get(id);
      if (other !== undefined) hasMet[index * count + other] = hasMet[other * count + index] = 1;
    }
  }
  for (const [one, other] of forbidden.list()) {
    const [a, b] = [placeOf.get(one), placeOf.get(other)];
    if (a !== undefined && b !== undefined) isForbidden[a * count + b] = isForbidden[b * count + a] = 1;
  }
  return (a, b) => {
    if (isForbidden[a * count + b] === 1) return 0;
    const both = choice[a]! >= 0 && choice[b]! >= 0;
    const bits = (both && choice[a] !== choice[b] ? 4 : 0) + (both && right[a] !== right[b] ? 2 : 0) + 1 - hasMet[a * count + b]!;
    return values[bits]! + Number(Math.abs(row[a]! - row[b]!) <= 1);
  };
}

/**
 * Makes twos of an odd number: the one left over joins where least is lost. A three can be worth no more than the best
 * two in it, so a join that loses nothing is the best of all; otherwise others are left over in turns, as far as time
 * allows.
 */
function matchOdd(task: Task): Division {
  const join = (groups: readonly Group[]): Group[] => joinLonely([...task.bound, ...groups], task.forbidden, 2, (all) => worth(task, all));
  const pairs = matchTwos(task, task.single);
  const ceiling = worth(task, [...task.bound, ...pairs]);
  let best = join(pairs);
  const tries = task.single.length <= MANY ? task.single.slice(0, MOST_LEFT_OVER) : [];
  for (const left of tries) {
    if (worth(task, best) >= ceiling) break;
    const next = join([
      ...matchTwos(
        task,
        task.single.filter((person) => person !== left),
      ),
      [left],
    ]);
    if (worth(task, next) > worth(task, best)) best = next;
  }
  const isCeiling = task.bound.length === 0 && pairs.filter(({ length }) => length === 1).length === 1;
  const limit = valueOf(boundOf(best.flat(), best.length), task.people);
  return { groups: best, isBest: worth(task, best) >= (isCeiling ? ceiling : limit) };
}

/** Returns the sizes of the groups, which differ by at most one and are at least the size wanted less one. */
export function computeSizes(people: number, size: GroupSize): number[] {
  const whole = Math.floor(people / size);
  const count = Math.max(1, people - whole * size > whole ? whole + 1 : whole);
  return Array.from({ length: count }, (_, index) => Math.floor(people / count) + (index < people % count ? 1 : 0));
}

/**
 * Compares all divisions into groups of the sizes wanted, and returns the best; null when no division keeps the wishes.
 * People who are bound count as one.
 */
function compareAll(task: Task): Group[] | null {
  const { bound, single, size, forbidden } = task;
  const units = [...bound, ...single.map((person) => [person])];
  const sizes = computeSizes(units.flat().length, size);
  const [least, most] = size === 2 ? [2, 3] : [sizes.at(-1) as number, sizes[0] as number];
  const isSize = ({ length }: Group, parts: number): boolean => (length >= least && length <= most) || (parts === 1 && length > most);
  const known = new Map<string, { value: number; groups: Group[] } | null>();
  const whole = 2 ** units.length - 1;

  const best = (open: number, threes: number): { value: number; groups: Group[] } | null => {
    if (open === 0) return { value: 0, groups: [] };
    const key = `${open} ${threes}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const first = open & -open;
    const rest = open & ~first;
    let result: { value: number; groups: Group[] } | null = null;
    for (let others = rest; ; others = (others - 1) & rest) {
      const parts = first | others;
      const count = countBits(parts);
      const group = count > most ? [] : units.filter((_, index) => (parts >> index) & 1).flat();
      const isThree = size === 2 && count > 1 && group.length === 3;
      if (isSize(group, count) && !(isThree && threes === 0) && isAllowed(forbidden, group)) {
        const after = best(open & ~parts, threes - Number(isThree));
        const value = after && after.value + valueOf(scoreGroup(group), task.people);
        if (after && value !== null && (!result || value > result.value)) result = { value, groups: [group, ...after.groups] };
      }
      if (others === 0) break;
    }
    known.set(key, result);
    return result;
  };
  return best(whole, 1)?.groups ?? null;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** Deals people by choice, so that those who chose alike come into different groups. */
function deal({ bound, single, size, forbidden }: Task): Group[] {
  const sizes = computeSizes(single.length + bound.flat().length, size);
  const groups: Group[] = sizes.map(() => []);
  for (const unit of bound.toSorted((a, b) => b.length - a.length)) {
    const place = groups.findIndex((group, index) => group.length + unit.length <= (sizes[index] as number) && isAllowed(forbidden, [...group, ...unit]));
    if (place >= 0) groups[place]?.push(...unit);
    else groups.push([...unit]);
  }
  const counts = Map.groupBy(single, ({ response_id }) => response_id);
  const ordered = [...counts.values()].toSorted((a, b) => Number(b[0]?.right) - Number(a[0]?.right) || b.length - a.length).flat();
  for (const person of ordered) {
    const open = groups.filter((group, index) => group.length < (sizes[index] ?? 0));
    const smallest = open.reduce<Group | undefined>((least, group) => (!least || group.length < least.length ? group : least), undefined);
    (smallest ?? (groups[0] as Group)).push(person);
  }
  return groups.filter(({ length }) => length > 0);
}

/**
 * Exchanges people between groups as long as that makes the division better, and stops at the bound. Only groups that lack
 * what the bound still allows are tried.
 */
function exchange(task: Task, groups: Group[]): Division {
  const { single, forbidden, people } = task;
  const movable = new Set(single);
  const bound = boundOf(groups.flat(), groups.length);
  const limit = valueOf(bound, people);
  const full = valueOf({ different: 1, mixed: 1, fresh: 1, near: 1 }, people);
  // a broken wish costs more than all kinds of groups together
  const value = (group: Group): number => (isAllowed(forbidden, group) ? valueOf(scoreGroup(group), people) : -full * people);
  const values = groups.map(value);
  let sum = values.reduce((all, one) => all + one, 0);
  let tried = 0;
  const lacks = (): ((index: number) => boolean) => {
    const total = groups.map(scoreGroup).reduce(addScores, NO_SCORE);
    const missing = KINDS_OF_SCORE.filter((kind) => total[kind] < bound[kind]);
    return (index) => (values[index] as number) < 0 || missing.some((kind) => scoreGroup(groups[index] as Group)[kind] === 0);
  };
  /** Exchanges a person of a group with anybody whose exchange makes both groups together better. */
  const improve = (index: number, own: number): boolean => {
    const group = groups[index] as Group;
    const person = group[own] as PairPerson;
    for (const [place, other] of groups.entries()) {
      if (place === index) continue;
      for (const [seat, partner] of other.entries()) {
        if (!movable.has(partner)) continue;
        tried += 1;
        group[own] = partner;
        other[seat] = person;
        const [one, two] = [value(group), value(other)];
        const gain = one + two - (values[index] as number) - (values[place] as number);
        if (gain > 0) {
          [values[index], values[place]] = [one, two];
          sum += gain;
          return true;
        }
        group[own] = person;
        other[seat] = partner;
      }
      if (tried >= MOST_EXCHANGES) return false;
    }
    return false;
  };
  for (let improved = true; improved && sum < limit && tried < MOST_EXCHANGES; ) {
    improved = false;
    const isLacking = lacks();
    for (let index = 0; index < groups.length && sum < limit && tried < MOST_EXCHANGES; index += 1) {
      if (!isLacking(index)) continue;
      for (let own = 0; own < (groups[index] as Group).length; own += 1) {
        if (movable.has((groups[index] as Group)[own] as PairPerson) && improve(index, own)) improved = true;
      }
    }
  }
  return settle(task, groups, limit);
}

/** Takes people out of groups that still break a wish, for whom `joinLonely` finds another. */
function settle(task: Task, groups: readonly Group[], limit: number): Division {
  const kept: Group[] = [];
  const lonely: Group[] = [];
  for (const group of groups) {
    const staying: Group = [];
    const isSingle = (person: PairPerson): number => Number(task.single.includes(person));
    for (const person of group.toSorted((a, b) => isSingle(a) - isSingle(b))) {
      if (isAllowed(task.forbidden, [...staying, person])) staying.push(person);
      else lonely.push([person]);
    }
    kept.push(staying);
  }
  return { groups: [...kept, ...lonely], isBest: lonely.length === 0 && worth(task, groups) >= limit };
}

/** Lets people who are alone join a group that may take them: the best by `rate`, else the smallest. */
function joinLonely(groups: readonly Group[], forbidden: Forbidden, size: GroupSize, rate?: (groups: readonly Group[]) => number): Group[] {
  let all = [...groups];
  for (const lonely of groups.filter(({ length }) => length === 1)) {
    if (!all.includes(lonely)) continue; // somebody has joined in the meantime
    const person = lonely[0] as PairPerson;
    const others = all.filter((group) => group !== lonely);
    const open = others.filter((group) => isAllowed(forbidden, [...group, person]));
    const least = Math.min(...open.map(({ length }) => Math.max(length, size)));
    const joined = open
      .filter(({ length }) => length <= least)
      .map((group) => others.map((other) => (other === group ? [...group, person] : other)))
      .reduce<Group[][]>((best, next) => (best.length > 0 && (rate?.(next) ?? 0) <= (rate?.(best[0] as Group[]) ?? 0) ? best : [next]), []);
    all = joined[0] ?? all;
  }
  return all;
}

/** Shuffles by a seed, with a generator of its own (mulberry32): the same seed gives the same order everywhere. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  const mixed = [...items];
  let state = seed | 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let index = mixed.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [mixed[index], mixed[other]] = [mixed[other] as T, mixed[index] as T];
  }
  return mixed;
}
