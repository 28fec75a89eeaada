import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMaximumMatching } from './matching.ts';
import { addScores, boundOf, computeSizes, findContradiction, findGroupProblem, Forbidden, NO_SCORE, pairUp, scoreGroup, valueOf } from './index.ts';
import type { GroupSize, PairingOrder, PairPerson, PairScore, PairWish } from './index.ts';

const RUNS = Number(process.env.RUNS ?? 200);

/** Draws a class: choices with one right answer, some without any, the company of the last lesson, perhaps seats. */
const classOf = (least: number, most: number): fc.Arbitrary<PairPerson[]> =>
  fc
    .record({
      choices: fc.array(fc.constantFrom(1, 1, 2, 2, 3, 4, null), { minLength: least, maxLength: most }),
      last: fc.array(fc.nat(most), { minLength: most, maxLength: most }),
      rows: fc.option(fc.array(fc.nat(4), { minLength: most, maxLength: most })),
    })
    .map(({ choices, last, rows }) =>
      choices.map((response_id, index) => ({
        account_id: 100 + index,
        response_id,
        right: response_id === 1,
        // company is mutual: those who drew the same number were together
        partners: choices.flatMap((_, other) => (other !== index && last[other] === last[index] ? [100 + other] : [])),
        ...(rows && { row: rows[index] as number }),
      })),
    );

const wishesOf = (people: readonly PairPerson[]): fc.Arbitrary<PairWish[]> =>
  people.length < 2
    ? fc.constant([])
    : fc
        .array(
          fc.record({
            kind: fc.constantFrom<PairWish['kind']>('together', 'never', 'never'),
            account_ids: fc.uniqueArray(fc.constantFrom(...people.map(({ account_id }) => account_id), 7), { minLength: 2, maxLength: 3 }),
          }),
          { maxLength: 4 },
        )
        .filter((wishes) => findContradiction(wishes) === null);

const orderOf = (least: number, most: number, sizes: readonly GroupSize[] = [2, 3, 4]): fc.Arbitrary<PairingOrder> =>
  classOf(least, most).chain((people) =>
    fc.record({ people: fc.constant(people), size: fc.constantFrom(...sizes), seed: fc.nat(), wishes: wishesOf(people), kept: fc.constant([]) }),
  );

/** Lists every division of people into groups of the given sizes, in no particular order. */
function* divisions(people: readonly PairPerson[], sizes: readonly number[]): Generator<PairPerson[][]> {
  const [first, ...rest] = people;
  if (!first) return yield [];
  for (const size of new Set(sizes)) {
    const left = sizes.toSpliced(sizes.indexOf(size), 1);
    for (const others of choose(rest, size - 1)) {
      for (const after of divisions(
        rest.filter((person) => !others.includes(person)),
        left,
      ))
        yield [[first, ...others], ...after];
    }
  }
}
function* choose(people: readonly PairPerson[], count: number): Generator<PairPerson[]> {
  if (count === 0) return yield [];
  for (const [index, person] of people.entries()) for (const others of choose(people.slice(index + 1), count - 1)) yield [person, ...others];
}

const total = (groups: readonly PairPerson[][]): PairScore => groups.map(scoreGroup).reduce(addScores, NO_SCORE);

const sizesOf = (people: number, size: GroupSize): number[] =>
  size === 2 ? [...Array.from({ length: Math.floor(people / 2) - (people % 2) }, () => 2), ...(people % 2 ? [3] : [])] : computeSizes(people, size);

test('[LIVE-92] [B2170] up to ten people: no division of all that exist is better than the one that is made, in twos, threes and fours', () => {
  fc.assert(
    fc.property(classOf(2, 9), fc.constantFrom<GroupSize>(2, 3, 4), fc.nat(), (people, size, seed) => {
      const made = pairUp({ people, size, seed, wishes: [], kept: [] });
      let best = -1;
      for (const groups of divisions(people, sizesOf(people.length, size))) best = Math.max(best, valueOf(total(groups), people.length));
      expect(valueOf(made.score, people.length)).toBe(best);
      expect(made.isBest).toBe(true);
    }),
    { numRuns: RUNS / 2 },
  );
  const ten = Array.from({ length: 10 }, (_, index) => ({ account_id: index, response_id: index % 3, right: index % 3 === 0, partners: [index ^ 1] }));
  for (const size of [2, 3, 4] as const) {
    let best = -1;
    for (const groups of divisions(ten, sizesOf(10, size))) best = Math.max(best, valueOf(total(groups), 10));
    expect(valueOf(pairUp({ people: ten, size, seed: 4, wishes: [], kept: [] }).score, 10)).toBe(best);
  }
});

test('[LIVE-92] [B2170] a matching in any graph is as heavy as the heaviest of all matchings', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.array(fc.integer({ min: -2, max: 9 }), { minLength: 81, maxLength: 81 }), (points, weights) => {
      const weight = (a: number, b: number): number => weights[Math.min(a, b) * 9 + Math.max(a, b)] as number;
      const heaviest = (left: readonly number[]): number => {
        const [first, ...rest] = left;
        if (first === undefined) return 0;
        const pairs = rest.map((other) => Math.max(0, weight(first, other)) + heaviest(rest.filter((one) => one !== other)));
        return Math.max(heaviest(rest), ...pairs);
      };
      const partners = findMaximumMatching(points, weight);
      const made = partners.reduce<number>((sum, partner, point) => sum + (partner !== null && partner > point ? weight(point, partner) : 0), 0);
      expect(partners.map((partner, point) => (partner === null ? point : partners[partner]))).toEqual(partners.map((_, point) => point));
      expect(made).toBe(heaviest(Array.from({ length: points }, (_, index) => index)));
    }),
    { numRuns: RUNS * 5 },
  );
});

test('[LIVE-92] [B2170] a matching of up to fourteen points with many equal weights, as in a class, is as heavy as the heaviest', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 14 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(1000), { minLength: 91, maxLength: 91 }),
      (points, kinds, draws) => {
        const weight = (a: number, b: number): number => {
          const kind = (draws[(Math.max(a, b) * (Math.max(a, b) - 1)) / 2 + Math.min(a, b)] as number) % (kinds + 1);
          return kind === 0 ? 0 : 1000 ** kind + (kind % 2);
        };
        const known = new Map<number, number>();
        const heaviest = (open: number): number => {
          if (open === 0) return 0;
          const found = known.get(open);
          if (found !== undefined) return found;
          const first = 31 - Math.clz32(open);
          const rest = open & ~(1 << first);
          let best = heaviest(rest);
          for (let other = 0; other < first; other += 1) {
            if ((rest >> other) & 1) best = Math.max(best, weight(first, other) + heaviest(rest & ~(1 << other)));
          }
          known.set(open, best);
          return best;
        };
        const partners = findMaximumMatching(points, weight);
        const made = partners.reduce<number>((sum, partner, point) => sum + (partner !== null && partner > point ? weight(point, partner) : 0), 0);
        expect(made).toBe(heaviest(2 ** points - 1));
      },
    ),
    { numRuns: RUNS },
  );
});

test('[LIVE-91] [LIVE-93] [B2171] everybody who is here is in one group and nobody else is in any; no wish is broken; nobody is alone unless every other is forbidden', () => {
  fc.assert(
    fc.property(orderOf(1, 17), (order) => {
      const { groups, score } = pairUp(order);
      const here = order.people.map(({ account_id }) => account_id);
      expect(groups.flat().toSorted((a, b) => a - b)).toEqual(here);
      const problem = findGroupProblem(groups, here, order.wishes);
      expect(problem).toBeNull();
      const personOf = new Map(order.people.map((person) => [person.account_id, person]));
      expect(score).toEqual(total(groups.map((group) => group.map((id) => personOf.get(id) as PairPerson))));
      const forbidden = new Forbidden(order.wishes);
      const lonely = groups.filter(({ length }) => length === 1).flat();
      const open = lonely.flatMap((id) => groups.filter((group) => !group.includes(id) && !group.some((other) => forbidden.has(other, id))));
      expect(open).toEqual([]);
    }),
    { numRuns: RUNS * 2 },
  );
});

test('[LIVE-92] [B2172] above ten people no score exceeds the bound of the choices, and twos reach it in both first kinds', () => {
  fc.assert(
    fc.property(classOf(11, 60), fc.nat(), (people, seed) => {
      const { groups, score } = pairUp({ people, size: 2, seed, wishes: [], kept: [] });
      const bound = boundOf(people, groups.length);
      for (const kind of ['different', 'mixed', 'fresh', 'near'] as const) expect(score[kind]).toBeLessThanOrEqual(bound[kind]);
      expect(score.different).toBe(bound.different);
      expect(groups.filter(({ length }) => length !== 2).map(({ length }) => length)).toEqual(people.length % 2 ? [3] : []);
      for (const size of [3, 4] as const) {
        const larger = pairUp({ people, size, seed, wishes: [], kept: [] });
        const sizes = larger.groups.map(({ length }) => length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        expect(larger.score.different).toBeLessThanOrEqual(boundOf(people, sizes.length).different);
      }
    }),
    { numRuns: RUNS / 4 },
  );
});

test('[LIVE-92] [B2172] the same seed makes the same groups of the same people in any order, another seed others', () => {
  const people = Array.from({ length: 30 }, (_, index) => ({ account_id: index, response_id: index % 2, right: index % 2 === 0, partners: [] }));
  const make = (seed: number, some = people) => pairUp({ people: some, size: 2, seed, wishes: [], kept: [] }).groups;
  expect(make(5, people.toReversed())).toEqual(make(5));
  expect(make(6)).not.toEqual(make(5));
});

test('[LIVE-92] [B2172] groups that are kept stay as they are, and the others are made around them', () => {
  const people = Array.from({ length: 12 }, (_, index) => ({ account_id: index, response_id: index % 3, right: index % 3 === 0, partners: [] }));
  const { groups } = pairUp({
    people,
    size: 2,
    seed: 1,
    wishes: [],
    kept: [
      [0, 3],
      [6, 9, 99],
    ],
  });
  expect(groups.slice(0, 2)).toEqual([
    [0, 3],
    [6, 9],
  ]);
  expect(groups).toHaveLength(6);
});

test('[LIVE-92] [B2173] a thousand people, most of them wrong in the same way, are divided in twos and in threes', () => {
  for (const count of [1000, 999]) {
    const people = Array.from({ length: count }, (_, index) => ({
      account_id: index,
      response_id: index % 10 < 7 ? 2 : index % 10 < 9 ? 1 : 3,
      right: index % 10 >= 7 && index % 10 < 9,
      partners: [index ^ 1],
    }));
    for (const size of [2, 3] as const) {
      const { groups, score } = pairUp({ people, size, seed: 1, wishes: [], kept: [] });
      expect(new Set(groups.flat()).size).toBe(count);
      const bound = boundOf(people, groups.length);
      expect([size, score.different, score.mixed]).toEqual([size, bound.different, bound.mixed]);
    }
  }
});
