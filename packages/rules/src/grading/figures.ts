import { add, divide, type Fraction, multiply, roundFraction, toFraction } from './fraction.ts';

/** How an overall grade is reckoned (FIG-20 to FIG-22). */
export type Calculation = 'NO_OVERALL_GRADE' | 'TOTAL_POINTS' | 'WEIGHTED_BY_CATEGORY';

/** An item of a class as figures see it. */
export interface GradeItem {
  id: number;
  /** Two decimals at most; null or 0: it has no points. */
  maxPoints: number | null;
  /** Null: none. */
  categoryId: number | null;
  /** In milliseconds since 1970; null: it is never overdue. */
  dueAt: number | null;
  /** `2026-09-18`: the day by which it belongs to marking periods; null: to none. */
  periodDate: string | null;
  /** Posted, not archived, and no material. */
  counts: boolean;
}

export interface GradeCategory {
  id: number;
  name: string;
  /** Its weight: 0 or more, two decimals at most. */
  point: number;
  /** How many of the lowest percentages are left out of the overall grade. */
  dropLowest: number;
}

export interface GradeRules {
  calculationType: Calculation;
  excludeMissing: boolean;
  categories: readonly GradeCategory[];
}

/** Two days of the school, `2026-09-01`; both count. */
export interface GradePeriod {
  start: string;
  end: string;
}

/** One student's grade of one item. For staff the draft grade, for students the assigned one. */
export interface GradeCell {
  grade: number | null;
  isExcused: boolean;
  /**
   * How the student stands with it: `-` not assigned; `c` created, `n` the same and never overdue, for it became the student's after it was due; `t` turned in, `T` late; `r` returned, `R` returned and late. Overdue is
   * no letter, for it comes with time alone.
   */
  mark: string;
}

/** Items, rules and periods made ready for the figures of many students. */
export interface GradePlan {
  readonly items: readonly GradeItem[];
  readonly rules: GradeRules;
  readonly periods: readonly GradePeriod[];
  /** Most points of each item in hundredths; 0: it never counts (FIG-1). */
  readonly most: readonly number[];
  /** For each period the places of its items (FIG-10). */
  readonly inPeriod: readonly (readonly number[])[];
  /** Places of the items of each category, and of those without one. */
  readonly inCategory: ReadonlyMap<number | null, readonly number[]>;
}

/**
 * A figure in percent, exact: the sum of parts, each a mean of percentages or points over points, weighted. Kept as sums of
 * hundredths by most points, and added up when it is asked for.
 */
export interface Figure {
  readonly parts: readonly FigurePart[];
}
interface FigurePart {
  /** In hundredths. */
  readonly weight: number;
  /** Earned hundredths by the most points, in hundredths, that they are out of. */
  readonly sums: ReadonlyMap<number, number>;
  /** By what the sum of quotients is divided; the number of works of a mean, 1 for points over points. */
  readonly count: number;
}

/** Points as a whole number of hundredths. */
export const toHundredths = (points: number): number => Math.round(points * 100);

export function createPlan({ items, rules, periods }: Pick<GradePlan, 'items' | 'rules' | 'periods'>): GradePlan {
  const most = items.map(({ counts, maxPoints }) => (counts && maxPoints !== null && maxPoints > 0 ? toHundredths(maxPoints) : 0));
  const places = items.map((_, place) => place).filter((place) => most[place]! > 0);
  const known = new Set(rules.categories.map(({ id }) => id));
  const categoryOf = (place: number): number | null => {
    const { categoryId } = items[place]!;
    return categoryId !== null && known.has(categoryId) ? categoryId : null;
  };
  return {
    items,
    rules,
    periods,
    most,
    inPeriod: periods.map(({ start, end }) =>
      places.filter((place) => {
        const { periodDate } = items[place]!;
        return periodDate !== null && start <= periodDate && periodDate <= end;
      }),
    ),
    inCategory: groupBy(places, categoryOf),
  };
}

/** `Map.groupBy`, which phones that schools still use do not have. */
function groupBy<Key>(places: readonly number[], keyOf: (place: number) => Key): Map<Key, number[]> {
  const groups = new Map<Key, number[]>();
  for (const place of places) {
    const key = keyOf(place);
    const group = groups.get(key);
    if (group) group.push(place);
    else groups.set(key, [place]);
  }
  return groups;
}

/** Returns whether work is past its due instant and still not handed in (FIG-4). Excused work is never overdue. */
export function isOverdueNow({ dueAt }: Pick<GradeItem, 'dueAt'>, { mark, isExcused }: Pick<GradeCell, 'mark' | 'isExcused'>, now: number): boolean {
  return mark === 'c' && !isExcused && dueAt !== null && dueAt < now;
}

/** Why an item counts in a student's figures, or does not (FIG-1 to FIG-5). */
export type Counting = 'counted' | 'missing' | 'excused' | 'ungraded' | 'missing-excluded' | 'not-assigned' | 'no-points';

export function judge(plan: GradePlan, place: number, cell: GradeCell, now: number): Counting {
  if (plan.most[place] === 0) return 'no-points';
  if (cell.mark === '-') return 'not-assigned';
  if (cell.isExcused) return 'excused';
  if (cell.grade !== null) return 'counted';
  if (!isOverdueNow(plan.items[place]!, cell, now)) return 'ungraded';
  return plan.rules.excludeMissing ? 'missing-excluded' : 'missing';
}

type CellAt = (place: number) => GradeCell;

export interface Counted {
  place: number;
  /** Earned, in hundredths. */
  earned: number;
}

/** What counts of some items, each with what was earned; missing work with 0. */
function listCounted(plan: GradePlan, places: readonly number[], cellAt: CellAt, now: number): Counted[] {
  const counted: Counted[] = [];
  for (const place of places) {
    const cell = cellAt(place);
    const how = judge(plan, place, cell, now);
    if (how === 'counted') counted.push({ place, earned: toHundredths(cell.grade!) });
    else if (how === 'missing') counted.push({ place, earned: 0 });
  }
  return counted;
}

/** Leaves out the lowest percentages of a category, never the last one (FIG-30, FIG-31). Returns what is kept and what is dropped. */
function dropLowest(plan: GradePlan, counted: readonly Counted[], count: number): { kept: readonly Counted[]; dropped: readonly Counted[] } {
  const most = Math.min(count, counted.length - 1);
  if (most <= 0) return { kept: counted, dropped: [] };
  const dropped = new Set(
    [...counted]
      .sort((a, b) => {
        const lower = a.earned * plan.most[b.place]! - b.earned * plan.most[a.place]!;
        if (lower !== 0) return lower;
        const [one, other] = [plan.items[a.place]!, plan.items[b.place]!];
        return one.dueAt === other.dueAt ? one.id - other.id : (one.dueAt ?? Number.POSITIVE_INFINITY) - (other.dueAt ?? Number.POSITIVE_INFINITY);
      })
      .slice(0, most),
  );
  return { kept: counted.filter((one) => !dropped.has(one)), dropped: [...dropped] };
}

export function sumsOf(plan: GradePlan, counted: readonly Counted[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { place, earned } of counted) {
    const most = plan.most[place]!;
    sums.set(most, (sums.get(most) ?? 0) + earned);
  }
  return sums;
}
const meanPart = (plan: GradePlan, counted: readonly Counted[], weight: number): FigurePart => ({
  weight,
  sums: sumsOf(plan, counted),
  count: counted.length,
});

/** A category with what of it counts for one student. */
export interface CountedCategory {
  /** Null: the items without one. */
  category: GradeCategory | null;
  kept: readonly Counted[];
  dropped: readonly Counted[];
}

/** What counts in a student's overall grade, by category, drops made (FIG-20 to FIG-31). */
export function listCountedCategories(plan: GradePlan, cellAt: CellAt, now: number): CountedCategory[] {
  return [...plan.rules.categories, null].flatMap((category) => {
    const places = plan.inCategory.get(category?.id ?? null);
    if (!places) return [];
    const counted = listCounted(plan, places, cellAt, now);
    return [{ category, ...dropLowest(plan, counted, category?.dropLowest ?? 0) }];
  });
}

/** The overall grade of one student, or null where nothing counts (FIG-20 to FIG-24). */
function computeOverall(plan: GradePlan, cellAt: CellAt, now: number): Figure | null {
  const { calculationType } = plan.rules;
  if (calculationType === 'NO_OVERALL_GRADE') return null;
  return toOverall(plan, listCountedCategories(plan, cellAt, now));
}

/** The same of what counts. */
export function toOverall(plan: GradePlan, categories: readonly CountedCategory[]): Figure | null {
  if (plan.rules.calculationType === 'TOTAL_POINTS') {
    const counted = categories.flatMap(({ kept }) => kept);
    const earned = counted.reduce((sum, one) => sum + one.earned, 0);
    const most = counted.reduce((sum, { place }) => sum + plan.most[place]!, 0);
    return most === 0 ? null : { parts: [{ weight: 100, sums: new Map([[most, earned]]), count: 1 }] };
  }
  const parts = categories.flatMap(({ category, kept }) =>
    category && category.point > 0 && kept.length > 0 ? [meanPart(plan, kept, toHundredths(category.point))] : [],
  );
  return parts.length === 0 ? null : { parts };
}

/** The marking-period grade of one student, or null where nothing counts (FIG-11, FIG-12). */
export function computePeriod(plan: GradePlan, period: number, cellAt: CellAt, now: number): Figure | null {
  const counted = listCounted(plan, plan.inPeriod[period] ?? [], cellAt, now);
  return counted.length === 0 ? null : { parts: [meanPart(plan, counted, 100)] };
}

/** All figures of one student. */
export function computeFigures(plan: GradePlan, cellAt: CellAt, now: number): { overall: Figure | null; periods: (Figure | null)[] } {
  return { overall: computeOverall(plan, cellAt, now), periods: plan.periods.map((_, period) => computePeriod(plan, period, cellAt, now)) };
}

/** Decimals that figures are shown with (FIG-40). */
const DECIMALS = 1;
/** Sums of thousands of quotients err by far less than this, in units of the last decimal shown, up to the greatest that is estimated. */
const NEAR_A_TIE = 1e-6;
const GREATEST_ESTIMATED = 1e6;

/** Rounds by the estimate where it is far from a tie; null: it has to be reckoned exactly. */
function roundEstimate(percent: number): number | null {
  const scaled = percent * 10 ** DECIMALS;
  const isClear = scaled < GREATEST_ESTIMATED && Math.abs(scaled - Math.floor(scaled) - 0.5) > NEAR_A_TIE;
  return isClear ? Math.round(scaled) / 10 ** DECIMALS : null;
}

/** The figure as percent, to one decimal, half away from zero, from its exact value (FIG-40). */
export function roundFigure(figure: Figure): number {
  return roundEstimate(estimate(figure)) ?? roundFraction(toPercent(figure), DECIMALS);
}

/** The figure in percent as near as a number comes; to sort and to filter by, never to show. */
export function estimate({ parts }: Figure): number {
  let [sum, weights] = [0, 0];
  for (const { weight, sums, count } of parts) {
    let quotients = 0;
    for (const [most, earned] of sums) quotients += earned / most;
    sum += (weight * quotients) / count;
    weights += weight;
  }
  return (100 * sum) / weights;
}

/** The figure in percent, exact. */
export function toPercent({ parts }: Figure): Fraction {
  let [sum, weights] = [toFraction(0), 0];
  for (const part of parts) {
    sum = add(sum, multiply(toFraction(part.weight), toMean(part)));
    weights += part.weight;
  }
  return multiply(toFraction(100), divide(sum, toFraction(weights)));
}

function toMean({ sums, count }: FigurePart): Fraction {
  let quotients = toFraction(0);
  for (const [most, earned] of sums) quotients = add(quotients, toFraction(earned, most));
  return divide(quotients, toFraction(count));
}

/** The mean of students' figures that are there, to one decimal, from exact values (FIG-41). Null: none is there. */
export function computeAverageFigure(figures: readonly (Figure | null)[]): number | null {
  const there = figures.filter((figure) => figure !== null);
  if (there.length === 0) return null;
  const rounded = roundEstimate(there.reduce((sum, figure) => sum + estimate(figure), 0) / there.length);
  if (rounded !== null) return rounded;
  const sum = there.reduce((total, figure) => add(total, toPercent(figure)), toFraction(0));
  return roundFraction(divide(sum, toFraction(there.length)), DECIMALS);
}

/** The mean of given grades in points, to one decimal (FIG-42). Null: none is given. */
export function computeAverageGrade(grades: readonly (number | null)[]): number | null {
  const given = grades.filter((grade) => grade !== null);
  if (given.length === 0) return null;
  const sum = given.reduce((total, grade) => total + toHundredths(grade), 0);
  return roundFraction(toFraction(sum, given.length * 100), DECIMALS);
}

/** What the weights of the categories sum to (FIG-23). */
export function sumWeights(categories: readonly Pick<GradeCategory, 'point'>[]): number {
  return categories.reduce((sum, { point }) => sum + toHundredths(point), 0) / 100;
}
