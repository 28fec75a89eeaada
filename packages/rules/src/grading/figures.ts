import { add, divide, type Fraction, multiply, roundFraction, toFraction } from './fraction.ts';

/** The ways to compute an overall grade (FIG-20 to FIG-22). */
export type Calculation = 'NO_OVERALL_GRADE' | 'TOTAL_POINTS' | 'WEIGHTED_BY_CATEGORY';

/** An item of a class with the fields that figures need. */
export interface GradeItem {
  id: number;
  /** The maximum points, with at most two decimals; null or 0: it has no points. */
  maxPoints: number | null;
  /** The category, or null for none. */
  categoryId: number | null;
  /** The due instant in milliseconds since 1970; null: it is never overdue. */
  dueAt: number | null;
  /** The day by which it belongs to marking periods, such as `2026-09-18`; null: to none. */
  periodDate: string | null;
  /** True when posted, not archived, and not material. */
  counts: boolean;
}

export interface GradeCategory {
  id: number;
  name: string;
  /** The weight: 0 or more, at most two decimals. */
  point: number;
  /** The number of lowest percentages that the overall grade leaves out. */
  dropLowest: number;
}

export interface GradeRules {
  calculationType: Calculation;
  excludeMissing: boolean;
  categories: readonly GradeCategory[];
}

/** The first and last day of a period, such as `2026-09-01`; both included. */
export interface GradePeriod {
  start: string;
  end: string;
}

/** One student's grade of one item: for staff the draft grade, for students the assigned one. */
export interface GradeCell {
  grade: number | null;
  isExcused: boolean;
  /**
   * The student's status in it: `-` not assigned; `c` created, `n` created and never overdue, since it became the
   * student's after it was due; `t` turned in, `T` late; `r` returned, `R` returned and late. Overdue has no letter,
   * since it depends on the time alone.
   */
  mark: string;
}

/** Items, rules and periods, prepared for the figures of many students. */
export interface GradePlan {
  readonly items: readonly GradeItem[];
  readonly rules: GradeRules;
  readonly periods: readonly GradePeriod[];
  /** The maximum points of each item in hundredths; 0: it never counts (FIG-1). */
  readonly most: readonly number[];
  /** The indexes of the items in each period (FIG-10). */
  readonly inPeriod: readonly (readonly number[])[];
  /** The indexes of the items in each category, and of those without one. */
  readonly inCategory: ReadonlyMap<number | null, readonly number[]>;
}

/**
 * An exact figure in percent: the weighted sum of parts, each a mean of percentages or points over points. It is stored
 * as sums of hundredths by maximum points, and added up on demand.
 */
export interface Figure {
  readonly parts: readonly FigurePart[];
}
interface FigurePart {
  /** The weight in hundredths. */
  readonly weight: number;
  /** The earned hundredths, by the maximum points (in hundredths) that they are out of. */
  readonly sums: ReadonlyMap<number, number>;
  /** The divisor of the sum of quotients: the number of works for a mean, 1 for points over points. */
  readonly count: number;
}

/** Returns points as a whole number of hundredths. */
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

/** Replaces `Map.groupBy`, which phones still used in schools do not have. */
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

/** The reason an item counts in a student's figures, or does not (FIG-1 to FIG-5). */
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
  /** The earned points, in hundredths. */
  earned: number;
}

/** Returns the counted ones of some items, each with its earned points; missing work has 0. */
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

/**
 * Leaves out the lowest percentages of a category, never the last one (FIG-30, FIG-31). Returns the kept and the
 * dropped ones.
 */
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

/** A category with its counted items for one student. */
export interface CountedCategory {
  /** The category, or null for the items without one. */
  category: GradeCategory | null;
  kept: readonly Counted[];
  dropped: readonly Counted[];
}

/** Returns the items that count in a student's overall grade, by category, after dropping (FIG-20 to FIG-31). */
export function listCountedCategories(plan: GradePlan, cellAt: CellAt, now: number): CountedCategory[] {
  return [...plan.rules.categories, null].flatMap((category) => {
    const places = plan.inCategory.get(category?.id ?? null);
    if (!places) return [];
    const counted = listCounted(plan, places, cellAt, now);
    return [{ category, ...dropLowest(plan, counted, category?.dropLowest ?? 0) }];
  });
}

/** Returns the overall grade of one student, or null when nothing counts (FIG-20 to FIG-24). */
function computeOverall(plan: GradePlan, cellAt: CellAt, now: number): Figure | null {
  const { calculationType } = plan.rules;
  if (calculationType === 'NO_OVERALL_GRADE') return null;
  return toOverall(plan, listCountedCategories(plan, cellAt, now));
}

/** Returns the overall grade of one student from the counted items, or null when nothing counts. */
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

/** Returns the marking-period grade of one student, or null when nothing counts (FIG-11, FIG-12). */
export function computePeriod(plan: GradePlan, period: number, cellAt: CellAt, now: number): Figure | null {
  const counted = listCounted(plan, plan.inPeriod[period] ?? [], cellAt, now);
  return counted.length === 0 ? null : { parts: [meanPart(plan, counted, 100)] };
}

/** Returns all figures of one student. */
export function computeFigures(plan: GradePlan, cellAt: CellAt, now: number): { overall: Figure | null; periods: (Figure | null)[] } {
  return { overall: computeOverall(plan, cellAt, now), periods: plan.periods.map((_, period) => computePeriod(plan, period, cellAt, now)) };
}

/** The number of decimals that figures are shown with (FIG-40). */
const DECIMALS = 1;
/**
 * The distance to a tie within which an estimate is not trusted, in units of the last shown decimal. Sums of thousands
 * of quotients err by far less, up to the highest estimated value.
 */
const NEAR_A_TIE = 1e-6;
const GREATEST_ESTIMATED = 1e6;

/** Rounds by the estimate when it is far from a tie. Null: the value must be computed exactly. */
function roundEstimate(percent: number): number | null {
  const scaled = percent * 10 ** DECIMALS;
  const isClear = scaled < GREATEST_ESTIMATED && Math.abs(scaled - Math.floor(scaled) - 0.5) > NEAR_A_TIE;
  return isClear ? Math.round(scaled) / 10 ** DECIMALS : null;
}

/** Returns the figure as percent, to one decimal, half away from zero, from its exact value (FIG-40). */
export function roundFigure(figure: Figure): number {
  return roundEstimate(estimate(figure)) ?? roundFraction(toPercent(figure), DECIMALS);
}

/** Returns the figure in percent as the nearest number. Use it to sort and to filter, never to show. */
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

/** Returns the exact figure in percent. */
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

/**
 * Returns the mean of students' existing figures, to one decimal, from exact values (FIG-41). Null: there are none.
 */
export function computeAverageFigure(figures: readonly (Figure | null)[]): number | null {
  const there = figures.filter((figure) => figure !== null);
  if (there.length === 0) return null;
  const rounded = roundEstimate(there.reduce((sum, figure) => sum + estimate(figure), 0) / there.length);
  if (rounded !== null) return rounded;
  const sum = there.reduce((total, figure) => add(total, toPercent(figure)), toFraction(0));
  return roundFraction(divide(sum, toFraction(there.length)), DECIMALS);
}

/** Returns the mean of given grades in points, to one decimal (FIG-42). Null: there are none. */
export function computeAverageGrade(grades: readonly (number | null)[]): number | null {
  const given = grades.filter((grade) => grade !== null);
  if (given.length === 0) return null;
  const sum = given.reduce((total, grade) => total + toHundredths(grade), 0);
  return roundFraction(toFraction(sum, given.length * 100), DECIMALS);
}

/** Returns the sum of the categories' weights (FIG-23). */
export function sumWeights(categories: readonly Pick<GradeCategory, 'point'>[]): number {
  return categories.reduce((sum, { point }) => sum + toHundredths(point), 0) / 100;
}
