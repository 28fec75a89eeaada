import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeNeeded, explainOverall, explainPeriod, writeSum } from './explain.ts';
import {
  type Calculation,
  computeAverageFigure,
  computeAverageGrade,
  computeFigures,
  createPlan,
  type Figure,
  type GradeCategory,
  type GradeCell,
  type GradeItem,
  type GradePeriod,
  isOverdueNow,
  roundFigure,
  sumWeights,
} from './figures.ts';

const NOW = Date.UTC(2026, 9, 15);
const YESTERDAY = NOW - 86_400_000;
const TOMORROW = NOW + 86_400_000;

const item = (id: number, more: Partial<GradeItem> = {}): GradeItem => ({
  id,
  maxPoints: 50,
  categoryId: null,
  dueAt: YESTERDAY,
  periodDate: '2026-10-14',
  counts: true,
  ...more,
});
const graded = (grade: number): GradeCell => ({ grade, isExcused: false, mark: 't' });
const ungraded = (mark = 'c'): GradeCell => ({ grade: null, isExcused: false, mark });
const AUTUMN: GradePeriod = { start: '2026-09-01', end: '2026-10-31' };

interface Class {
  items: GradeItem[];
  cells: GradeCell[];
  calculationType?: Calculation;
  excludeMissing?: boolean;
  categories?: GradeCategory[];
  periods?: GradePeriod[];
}
const planOf = ({ items, calculationType = 'TOTAL_POINTS', excludeMissing = false, categories = [], periods = [AUTUMN] }: Class) =>
  createPlan({ items, rules: { calculationType, excludeMissing, categories }, periods });
const shown = (figure: Figure | null) => figure && roundFigure(figure);
function figures(given: Class, now = NOW) {
  const { overall, periods } = computeFigures(planOf(given), (place) => given.cells[place]!, now);
  return { overall: shown(overall), mpg: periods.map(shown) };
}
const explain = (given: Class) => explainOverall(planOf(given), (place) => given.cells[place]!, NOW);

describe('what counts', () => {
  test.each<[string, Partial<GradeItem>, GradeCell, number | null]>([
    ['[FIG-1] work that is not posted does not', { counts: false }, graded(25), null],
    ['[FIG-1] work without points does not', { maxPoints: null }, graded(25), null],
    ['[FIG-1] work out of 0 does not', { maxPoints: 0 }, graded(25), null],
    ['[FIG-1] work that is not assigned does not', {}, { grade: 25, isExcused: false, mark: '-' }, null],
    ['[FIG-2] excused work does not, whatever its grade', {}, { grade: 25, isExcused: true, mark: 't' }, null],
    ['[FIG-3] graded work does', {}, graded(25), 50],
    ['[FIG-3] a grade of 0 does', {}, graded(0), 0],
    ['[FIG-3] extra credit does, above 100%', {}, graded(55), 110],
    ['[FIG-5] overdue work counts as 0', {}, ungraded(), 0],
    ['[FIG-4] on the very instant it is not overdue', { dueAt: NOW }, ungraded(), null],
    ['[FIG-4] before its due time it is not overdue', { dueAt: TOMORROW }, ungraded(), null],
    ['[FIG-4] without a due date it is never overdue', { dueAt: null }, ungraded(), null],
    ['[FIG-4] what was due before it became the student’s is not overdue', {}, ungraded('n'), null],
    ['[FIG-5] handed in and ungraded does not', {}, ungraded('t'), null],
    ['[FIG-5] handed in late and ungraded does not', {}, ungraded('T'), null],
    ['[FIG-5] returned without a grade does not', {}, ungraded('r'), null],
  ])('[K328] [K327] %s', (_, more, cell, percent) => {
    const given = { items: [item(1, more)], cells: [cell] };
    expect(figures(given)).toEqual({ overall: percent, mpg: [percent] });
    expect(explain(given)).toMatchObject({ value: percent });
  });

  test('[K327] [FIG-5] with exclude missing on, overdue work is left out, and a typed 0 still counts', () => {
    const given = { items: [item(1), item(2), item(3)], cells: [graded(40), ungraded(), graded(0)] };
    expect(figures(given).mpg).toEqual([26.7]);
    expect(figures({ ...given, excludeMissing: true }).mpg).toEqual([40]);
  });

  test('[FIG-4] figures change with time alone', () => {
    const given = { items: [item(1), item(2, { dueAt: TOMORROW })], cells: [graded(40), ungraded()] };
    expect(figures(given).mpg).toEqual([80]);
    expect(figures(given, TOMORROW + 1).mpg).toEqual([40]);
    expect(isOverdueNow(given.items[1]!, given.cells[1]!, TOMORROW + 1)).toBe(true);
  });

  test('[B1664] [FIG-4] excused work is never overdue, whoever asks', () => {
    for (const mark of ['-', 'c', 'n', 't', 'T', 'r', 'R'])
      expect([mark, isOverdueNow({ dueAt: YESTERDAY }, { mark, isExcused: true }, NOW)]).toEqual([mark, false]);
    expect(isOverdueNow({ dueAt: YESTERDAY }, { mark: 'c', isExcused: false }, NOW)).toBe(true);
  });
});

describe('a marking-period grade', () => {
  test('[K326] [FIG-11] is the mean of percentages, not points over points', () => {
    const given = { items: [item(1, { maxPoints: 10 }), item(2, { maxPoints: 100 })], cells: [graded(10), graded(50)] };
    expect(figures(given)).toEqual({ mpg: [75], overall: 54.5 });
  });

  test('[K329] [FIG-10] takes the items of its days, both ends included, and an item may be in several', () => {
    const items = ['2026-08-31', '2026-09-01', '2026-10-31', '2026-11-01', null].map((periodDate, index) => item(index + 1, { periodDate }));
    const given = {
      items,
      cells: [10, 20, 30, 40, 50].map(graded),
      periods: [AUTUMN, { start: '2026-10-31', end: '2026-11-30' }, { start: '2027-01-01', end: '2027-02-01' }],
    };
    expect(figures(given).mpg).toEqual([50, 70, null]);
  });

  test('[FIG-12] knows neither drops nor weights', () => {
    const categories = [{ id: 1, name: 'Tests', point: 0, dropLowest: 1 }];
    const given: Class = {
      items: [item(1, { categoryId: 1 }), item(2, { categoryId: 1 })],
      cells: [graded(10), graded(50)],
      categories,
      calculationType: 'WEIGHTED_BY_CATEGORY',
    };
    expect(figures(given)).toEqual({ mpg: [60], overall: null });
  });
});

describe('an overall grade', () => {
  const tests = { id: 1, name: 'Tests', point: 40, dropLowest: 0 };
  const labs = { id: 2, name: 'Labs', point: 30, dropLowest: 0 };
  const homework = { id: 3, name: 'Homework', point: 40, dropLowest: 0 };

  test('[FIG-20] of a class without one is none', () => {
    expect(figures({ items: [item(1)], cells: [graded(25)], calculationType: 'NO_OVERALL_GRADE' })).toEqual({ overall: null, mpg: [50] });
  });

  test('[K330] [FIG-21] by total points is points over points of all that counts', () => {
    const items = [item(1, { maxPoints: 10 }), item(2, { maxPoints: 100, categoryId: 9 }), item(3)];
    expect(figures({ items, cells: [graded(10), graded(50), ungraded('t')] }).overall).toBe(54.5);
  });

  test('[K331] [FIG-22] [FIG-23] by category weighs the means of those categories that have something', () => {
    const items = [item(1, { categoryId: 1 }), item(2, { categoryId: 1, maxPoints: 100 }), item(3, { categoryId: 2 }), item(4, { categoryId: 3, dueAt: null })];
    const given: Class = {
      items,
      cells: [graded(50), graded(50), graded(40), ungraded()],
      categories: [tests, labs, homework],
      calculationType: 'WEIGHTED_BY_CATEGORY',
    };
    // (75% × 40 + 80% × 30) / 70
    expect(figures(given).overall).toBe(77.1);
    expect(sumWeights([tests, labs, homework])).toBe(110);
    expect(explain(given)).toMatchObject({
      how: 'weighted',
      value: 77.1,
      exact: { numerator: '540', denominator: '7' },
      parts: [
        { categoryId: 1, weight: 40, places: [0, 1], percent: 75 },
        { categoryId: 2, weight: 30, places: [2], percent: 80 },
      ],
    });
  });

  test('[FIG-25] by category leaves out what has none, or one that is gone', () => {
    const items = [item(1, { categoryId: 1 }), item(2), item(3, { categoryId: 99 })];
    const given: Class = { items, cells: [graded(50), graded(0), graded(0)], categories: [tests], calculationType: 'WEIGHTED_BY_CATEGORY' };
    expect(figures(given)).toEqual({ overall: 100, mpg: [33.3] });
    expect(explain(given).items.map(({ counting }) => counting)).toEqual(['counted', 'no-category', 'no-category']);
  });

  test('[FIG-24] is none where all counted weights are 0', () => {
    const items = [item(1, { categoryId: 1 }), item(2, { categoryId: 2, dueAt: null })];
    const given: Class = { items, cells: [graded(50), ungraded()], categories: [{ ...tests, point: 0 }, labs], calculationType: 'WEIGHTED_BY_CATEGORY' };
    expect(figures(given).overall).toBeNull();
  });

  test.each<[string, number, (number | null)[], number]>([
    ['leaves out the lowest', 1, [50, 10, 40], 90],
    ['leaves out missing zeros first', 1, [50, null, 40], 90],
    ['never leaves out the last', 9, [20, 10], 40],
  ])('[FIG-30] [FIG-31] with drops %s', (_, dropLowest, grades, percent) => {
    const given: Class = {
      items: grades.map((_, index) => item(index + 1, { categoryId: 1 })),
      cells: grades.map((grade) => (grade === null ? ungraded() : graded(grade))),
      categories: [{ ...tests, dropLowest }],
    };
    expect(figures(given).overall).toBe(percent);
    expect(figures({ ...given, calculationType: 'WEIGHTED_BY_CATEGORY' }).overall).toBe(percent);
  });

  test('[FIG-31] of equal percentages drops the one due earlier, then the lower id', () => {
    const categories = [{ ...tests, dropLowest: 1 }];
    const items = [item(5, { categoryId: 1 }), item(4, { categoryId: 1 }), item(3, { categoryId: 1, dueAt: YESTERDAY - 5 })];
    const given = { items, cells: [graded(10), graded(10), graded(10)], categories };
    expect(explain(given).items.map(({ counting }) => counting)).toEqual(['counted', 'counted', 'dropped']);
    expect(explain({ ...given, items: items.slice(0, 2) }).items.map(({ counting }) => counting)).toEqual(['counted', 'dropped']);
  });

  test('[FIG-31] of equal percentages drops the one with a due date before the one without, whichever comes first', () => {
    const categories = [{ ...tests, dropLowest: 1 }];
    const [dated, dateless] = [item(2, { categoryId: 1, dueAt: YESTERDAY }), item(1, { categoryId: 1, dueAt: null })];
    const counting = (items: Class['items']) => explain({ items, cells: [graded(10), graded(10)], categories }).items.map((one) => one.counting);
    expect([counting([dated, dateless]), counting([dateless, dated])]).toEqual([
      ['dropped', 'counted'],
      ['counted', 'dropped'],
    ]);
  });
});

describe('what is shown', () => {
  test.each([
    // 0.05 of a percent is a tie that floats miss: 8.45 / 100 is 8.449999…
    [8.45, 100, 8.5],
    [64.25, 100, 64.3],
    [1.005, 100, 1],
    [0.35, 1000, 0],
    [0.5, 1000, 0.1],
    [99_999.99, 0.01, 999_999_900],
  ])('[K326] [FIG-40] %d of %d is shown as %d', (grade, maxPoints, percent) => {
    expect(figures({ items: [item(1, { maxPoints })], cells: [graded(Math.round(grade * 100) / 100)] }).mpg).toEqual([percent]);
  });

  test('[FIG-41] [FIG-42] averages are of exact values, half away from zero, and none where nothing is there', () => {
    const one = (grade: number) => computeFigures(planOf({ items: [item(1, { maxPoints: 100 })], cells: [] }), () => graded(grade), NOW).overall;
    expect(computeAverageFigure([one(8.4), one(8.5), null])).toBe(8.5);
    expect(computeAverageFigure([null])).toBeNull();
    expect(computeAverageGrade([1, 1.5, null])).toBe(1.3);
    expect(computeAverageGrade([null])).toBeNull();
  });
});

describe('the sum as a teacher writes it', () => {
  const two: Class = { items: [item(1, { categoryId: 1 }), item(2, { categoryId: 2, maxPoints: 10 })], cells: [graded(46.5), graded(8)] };
  const categories = [
    { id: 1, name: 'Tests', point: 40, dropLowest: 0 },
    { id: 2, name: 'Labs', point: 30.5, dropLowest: 0 },
  ];
  const many: Class = {
    items: Array.from({ length: 9 }, (_, index) => item(index + 1, { maxPoints: index % 2 ? 50 : 10 })),
    cells: Array.from({ length: 9 }, () => graded(9)),
  };
  test.each<[string, Class, string | null]>([
    ['by points', two, '(46.5 + 8) / (50 + 10)'],
    ['by points of many', many, '81 / 250'],
    ['by category', { ...two, categories, calculationType: 'WEIGHTED_BY_CATEGORY' }, '(40 × 93% + 30.5 × 80%) / 70.5'],
    ['of nothing', { items: [], cells: [] }, null],
  ])('%s', (_, given, sum) => {
    expect(writeSum(explain(given), planOf(given), String)).toBe(sum);
  });
  test.each<[string, Class, string | null]>([
    ['of a period', two, '(46.5/50 + 8/10) / 2'],
    ['of a period with many', many, '(45/10 + 36/50) / 9'],
  ])('%s', (_, given, sum) => {
    const plan = planOf(given);
    expect(
      writeSum(
        explainPeriod(plan, 0, (place) => given.cells[place]!, NOW),
        plan,
        String,
      ),
    ).toBe(sum);
  });
});

describe('what if', () => {
  test('[FIG-50] says the least grade that a figure needs, also where it cannot be reached', () => {
    const given: Class = { items: [item(1), item(2, { dueAt: TOMORROW })], cells: [graded(40), ungraded()] };
    const plan = planOf(given);
    const compute = (grade: number) => shown(computeFigures(plan, (place) => (place === 1 ? graded(grade) : given.cells[place]!), NOW).overall);
    expect(computeNeeded(compute, 90, 50)).toEqual({ grade: 49.95, isReachable: true });
    expect(computeNeeded(compute, 95, 50)).toEqual({ grade: 54.95, isReachable: false });
    expect(computeNeeded(() => 60, 61, 50)).toBeNull();
  });
});

/** A random class: items with few and many points, cells of every kind. */
const anyItem = fc.record({
  maxPoints: fc.constantFrom(null, 0.01, 10, 20, 50, 100, 33.33, 7),
  categoryId: fc.constantFrom(null, 1, 2, 3, 9),
  dueAt: fc.constantFrom(null, YESTERDAY - 7, YESTERDAY, TOMORROW),
  periodDate: fc.constantFrom(null, '2026-08-01', '2026-09-01', '2026-10-14'),
  counts: fc.boolean(),
});
const anyCell = fc.record({
  grade: fc.oneof(
    fc.constant(null),
    fc.integer({ min: 0, max: 12_000 }).map((hundredths) => hundredths / 100),
  ),
  isExcused: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  mark: fc.constantFrom('-', 'c', 'n', 't', 'T', 'r', 'R'),
});
const anyClass = fc.record({
  rows: fc.array(fc.tuple(anyItem, anyCell), { maxLength: 12 }),
  calculationType: fc.constantFrom<Calculation>('TOTAL_POINTS', 'WEIGHTED_BY_CATEGORY'),
  excludeMissing: fc.boolean(),
  categories: fc.array(fc.record({ point: fc.constantFrom(0, 10, 33.33, 40), dropLowest: fc.integer({ min: 0, max: 3 }) }), { minLength: 3, maxLength: 3 }),
});
type AnyClass = typeof anyClass extends fc.Arbitrary<infer T> ? T : never;
const toClass = ({ rows, categories, ...rest }: AnyClass): Class => ({
  ...rest,
  items: rows.map(([one], index) => ({ id: index + 1, ...one })),
  cells: rows.map(([, cell]) => cell),
  categories: categories.map((category, index) => ({ id: index + 1, name: `Category ${index + 1}`, ...category })),
});

/** Implements the rules a second time, directly from the text, with fractions only. */
function reckonSlowly({ items, cells, calculationType, excludeMissing, categories = [] }: Class): { overall: string | null; mpg: string | null } {
  type Share = { points: bigint; most: bigint; due: number; id: number; category: number | null; day: string | null };
  const counted: Share[] = [];
  for (const [index, one] of items.entries()) {
    const cell = cells[index]!;
    if (!one.counts || !one.maxPoints || cell.mark === '-' || cell.isExcused) continue;
    const overdue = cell.mark === 'c' && one.dueAt !== null && one.dueAt < NOW;
    if (cell.grade === null && (!overdue || excludeMissing)) continue;
    const category = categories.some(({ id }) => id === one.categoryId) ? one.categoryId : null;
    counted.push({
      points: BigInt(Math.round((cell.grade ?? 0) * 100)),
      most: BigInt(Math.round(one.maxPoints * 100)),
      due: one.dueAt ?? Number.MAX_SAFE_INTEGER,
      id: one.id,
      category,
      day: one.periodDate,
    });
  }
  const mean = (shares: Share[]): [bigint, bigint] => {
    let [top, bottom] = [0n, 1n];
    for (const { points, most } of shares) [top, bottom] = [top * most + points * bottom, bottom * most];
    return [top, bottom * BigInt(shares.length)];
  };
  const tenths = ([top, bottom]: [bigint, bigint]): string => String((2n * top * 1000n + bottom) / (2n * bottom));
  const keep = (shares: Share[], drop: number): Share[] =>
    [...shares]
      .sort((a, b) => Number(a.points * b.most - b.points * a.most) || a.due - b.due || a.id - b.id)
      .slice(Math.max(0, Math.min(drop, shares.length - 1)));
  const groups = [...categories, { id: null, point: 0, dropLowest: 0 }].map(({ id, point, dropLowest }) => ({
    point: id === null ? 0n : BigInt(Math.round(point * 100)),
    shares: keep(
      counted.filter(({ category }) => category === id),
      dropLowest,
    ),
  }));
  const all = groups.flatMap(({ shares }) => shares);
  const inPeriod = counted.filter(({ day }) => day !== null && day >= AUTUMN.start && day <= AUTUMN.end);
  const mpg = inPeriod.length > 0 ? tenths(mean(inPeriod)) : null;
  if (calculationType === 'TOTAL_POINTS') {
    const bottom = all.reduce((sum, { most }) => sum + most, 0n);
    return { mpg, overall: bottom === 0n ? null : tenths([all.reduce((sum, { points }) => sum + points, 0n), bottom]) };
  }
  let [top, bottom, weights] = [0n, 1n, 0n];
  for (const { point, shares } of groups.filter((group) => group.shares.length > 0 && group.point > 0n)) {
    const [a, b] = mean(shares);
    [top, bottom, weights] = [top * b + point * a * bottom, bottom * b, weights + point];
  }
  return { mpg, overall: weights === 0n ? null : tenths([top, bottom * weights]) };
}

const runs = { numRuns: 2_000 };

describe('for any class', () => {
  test('figures are those of the rules reckoned in fractions alone', () => {
    fc.assert(
      fc.property(anyClass, (any) => {
        const given = toClass(any);
        const { overall, mpg } = figures(given);
        const tenths = (value: number | null | undefined) => (value === null || value === undefined ? null : String(Math.round(value * 10)));
        expect({ overall: tenths(overall), mpg: tenths(mpg[0]) }).toEqual(reckonSlowly(given));
      }),
      { numRuns: 10_000 },
    );
  });

  test('the order of work never matters', () => {
    fc.assert(
      fc.property(anyClass, (any) => {
        const given = toClass(any);
        expect(figures({ ...given, items: [...given.items].reverse(), cells: [...given.cells].reverse() })).toEqual(figures(given));
      }),
      runs,
    );
  });

  test('[FIG-2] excused equals absent', () => {
    fc.assert(
      fc.property(anyClass, fc.nat(), (any, at) => {
        fc.pre(any.rows.length > 0);
        const given = toClass(any);
        const place = at % given.items.length;
        const excused = given.cells.map((cell, index) => (index === place ? { ...cell, isExcused: true } : cell));
        const without = <T>(list: T[]): T[] => list.filter((_, index) => index !== place);
        expect(figures({ ...given, cells: excused })).toEqual(figures({ ...given, items: without(given.items), cells: without(given.cells) }));
      }),
      runs,
    );
  });

  test('scaling every grade together with its most points changes nothing, nor does scaling one in means', () => {
    fc.assert(
      fc.property(anyClass, fc.integer({ min: 2, max: 7 }), fc.nat(), (any, factor, at) => {
        const given = toClass(any);
        const scaled = (chosen: (place: number) => boolean): Class => ({
          ...given,
          items: given.items.map((one, place) =>
            chosen(place) && one.maxPoints !== null ? { ...one, maxPoints: Math.round(one.maxPoints * 100 * factor) / 100 } : one,
          ),
          cells: given.cells.map((cell, place) =>
            chosen(place) && cell.grade !== null ? { ...cell, grade: Math.round(cell.grade * 100 * factor) / 100 } : cell,
          ),
        });
        expect(figures(scaled(() => true))).toEqual(figures(given));
        const one = figures(scaled((place) => place === at % Math.max(1, given.items.length)));
        expect(one.mpg).toEqual(figures(given).mpg);
        expect(one.overall === figures(given).overall || given.calculationType === 'TOTAL_POINTS').toBe(true);
      }),
      runs,
    );
  });

  test('[FIG-30] dropping never lowers a category', () => {
    fc.assert(
      fc.property(anyClass, (any) => {
        const given = toClass(any);
        const alone = (dropLowest: number, calculationType: Calculation) =>
          figures({
            ...given,
            calculationType,
            items: given.items.map((one) => ({ ...one, categoryId: 1 })),
            categories: [{ id: 1, name: 'All', point: 1, dropLowest }],
          }).overall ?? 0;
        for (const calculation of ['TOTAL_POINTS', 'WEIGHTED_BY_CATEGORY'] as const)
          for (const drop of [1, 2, 3]) expect(alone(drop, calculation)).toBeGreaterThanOrEqual(alone(drop - 1, calculation));
      }),
      runs,
    );
  });

  test('[FIG-50] a figure never falls when one grade rises, drops of total points apart', () => {
    fc.assert(
      fc.property(anyClass, fc.nat(), fc.integer({ min: 1, max: 5_000 }), (any, at, more) => {
        fc.pre(any.rows.length > 0);
        const drawn = toClass(any);
        const given: Class =
          drawn.calculationType === 'TOTAL_POINTS' ? { ...drawn, categories: drawn.categories!.map((one) => ({ ...one, dropLowest: 0 })) } : drawn;
        const place = at % given.items.length;
        fc.pre(given.cells[place]!.grade !== null);
        const better = given.cells.map((cell, index) => (index === place ? { ...cell, grade: Math.round(cell.grade! * 100 + more) / 100 } : cell));
        const [before, after] = [figures(given), figures({ ...given, cells: better })];
        expect(after.overall ?? 0).toBeGreaterThanOrEqual(before.overall ?? 0);
        expect(after.mpg[0] ?? 0).toBeGreaterThanOrEqual(before.mpg[0] ?? 0);
      }),
      runs,
    );
  });

  test('[FIG-50] of total points with drops a figure falls once at most, where another item is dropped instead', () => {
    const given: Class = {
      items: [item(1, { categoryId: 1, maxPoints: 100 }), item(2, { categoryId: 1, maxPoints: 10 }), item(3, { maxPoints: 10 })],
      cells: [graded(49), graded(5), graded(10)],
      categories: [{ id: 1, name: 'Tests', point: 1, dropLowest: 1 }],
    };
    const overall = (grade: number) => figures({ ...given, cells: [graded(grade), ...given.cells.slice(1)] }).overall;
    expect([0, 49, 51, 100].map(overall)).toEqual([75, 75, 55.5, 100]);
  });

  test('[FIG-50] the grade that is needed is the least one, with drops too', () => {
    fc.assert(
      fc.property(
        anyClass,
        fc.nat(),
        fc.integer({ min: 0, max: 120 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
        (any, at, percent, shares) => {
          fc.pre(any.rows.length > 0);
          const given = toClass(any);
          const place = at % given.items.length;
          const compute = (grade: number) =>
            figures({ ...given, cells: given.cells.map((cell, index) => (index === place ? { ...cell, grade } : cell)) }).overall ?? Number.NEGATIVE_INFINITY;
          const needed = computeNeeded(compute, percent, 50);
          const reached = needed === null ? Number.POSITIVE_INFINITY : compute(needed.grade);
          expect(reached).toBeGreaterThanOrEqual(percent);
          const most = Math.round((needed?.grade ?? 99_999) * 100);
          for (const share of shares) expect(most === 0 || compute(Math.floor(share * (most - 1)) / 100) < percent).toBe(true);
        },
      ),
      runs,
    );
  });

  test('an explanation ends at the figure, and its parts add up to it', () => {
    fc.assert(
      fc.property(anyClass, (any) => {
        const given = toClass(any);
        const plan = planOf(given);
        const cellAt = (place: number) => given.cells[place]!;
        const { overall, mpg } = figures(given);
        const why = explainOverall(plan, cellAt, NOW);
        const period = explainPeriod(plan, 0, cellAt, NOW);
        expect([why.value, period.value]).toEqual([overall, mpg[0]]);
        const counted = why.items.filter(({ counting }) => counting === 'counted' || counting === 'missing').length;
        expect(why.parts.reduce((sum, { places }) => sum + places.length, 0)).toBe(counted);
      }),
      runs,
    );
  });
});
