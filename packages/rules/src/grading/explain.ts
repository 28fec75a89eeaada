import { reduce, roundFraction } from './fraction.ts';
import {
  type Counted,
  type Counting,
  computePeriod,
  type Figure,
  type GradeCell,
  type GradePlan,
  judge,
  listCountedCategories,
  roundFigure,
  sumsOf,
  toHundredths,
  toOverall,
  toPercent,
} from './figures.ts';

/** One item of an explanation, with its role in the figure. */
export interface ExplainedItem {
  /** Its index among the items of the plan. */
  place: number;
  counting: Counting | 'dropped' | 'no-category' | 'no-weight';
  /** The points that count; 0 for missing work; null when it does not count. */
  earned: number | null;
}

/** One mean, or one sum of points, that is part of the figure. */
export interface ExplainedPart {
  /** The category. Null: all work together, or the work without a category. */
  categoryId: number | null;
  /** The weight, or null when nothing is weighted. */
  weight: number | null;
  /** The indexes of its items in the plan. */
  places: readonly number[];
  /** In percent, two decimals. For display only; the figure is not computed from it. */
  percent: number;
}

/** A figure with all the parts that it is made of. */
export interface Explanation {
  /** The displayed value: percent, one decimal. Null: nothing counts. */
  value: number | null;
  /** The exact value, in percent: `{numerator: '1283', denominator: '15'}`. */
  exact: { numerator: string; denominator: string } | null;
  /** The way the parts are combined. */
  how: 'mean' | 'points' | 'weighted' | 'none';
  parts: readonly ExplainedPart[];
  /** Every item of the class that belongs to the figure, in its order. */
  items: readonly ExplainedItem[];
}

type CellAt = (place: number) => GradeCell;

function toExact(figure: Figure): Explanation['exact'] {
  const { numerator, denominator } = reduce(toPercent(figure));
  return { numerator: String(numerator), denominator: String(denominator) };
}

function toPart(plan: GradePlan, kept: readonly Counted[], categoryId: number | null, weight: number | null): ExplainedPart {
  const figure: Figure = { parts: [{ weight: 1, sums: sumsOf(plan, kept), count: kept.length }] };
  return { categoryId, weight, places: kept.map(({ place }) => place), percent: roundFraction(toPercent(figure), 2) };
}

/** Explains a marking-period grade. */
export function explainPeriod(plan: GradePlan, period: number, cellAt: CellAt, now: number): Explanation {
  const places = plan.inPeriod[period] ?? [];
  const items = places.map((place) => explainItem(plan, place, cellAt(place), now));
  const figure = computePeriod(plan, period, cellAt, now);
  const kept = items.flatMap(({ place, earned }) => (earned === null ? [] : [{ place, earned: toHundredths(earned) }]));
  return {
    value: figure && roundFigure(figure),
    exact: figure && toExact(figure),
    how: 'mean',
    parts: kept.length > 0 ? [toPart(plan, kept, null, null)] : [],
    items,
  };
}

function explainItem(plan: GradePlan, place: number, cell: GradeCell, now: number): ExplainedItem {
  const counting = judge(plan, place, cell, now);
  return { place, counting, earned: counting === 'counted' ? cell.grade : counting === 'missing' ? 0 : null };
}

/** Explains an overall grade. */
export function explainOverall(plan: GradePlan, cellAt: CellAt, now: number): Explanation {
  const { calculationType } = plan.rules;
  const all = plan.items.map((_, place) => explainItem(plan, place, cellAt(place), now));
  if (calculationType === 'NO_OVERALL_GRADE') return { value: null, exact: null, how: 'none', parts: [], items: [] };
  const categories = listCountedCategories(plan, cellAt, now);
  const dropped = new Set(categories.flatMap((category) => category.dropped.map(({ place }) => place)));
  const without = new Map<number, 'no-category' | 'no-weight'>();
  const isWeighted = calculationType === 'WEIGHTED_BY_CATEGORY';
  if (isWeighted)
    for (const { category, kept } of categories)
      if (category === null || category.point === 0) for (const { place } of kept) without.set(place, category === null ? 'no-category' : 'no-weight');
  const items = all.map((item): ExplainedItem => {
    const reason = without.get(item.place);
    if (dropped.has(item.place)) return { ...item, counting: 'dropped' };
    return reason ? { ...item, counting: reason } : item;
  });
  const figure = toOverall(plan, categories);
  const parts = isWeighted
    ? categories.flatMap(({ category, kept }) => (category && category.point > 0 && kept.length > 0 ? [toPart(plan, kept, category.id, category.point)] : []))
    : figure
      ? [
          {
            categoryId: null,
            weight: null,
            places: categories.flatMap(({ kept }) => kept.map(({ place }) => place)),
            percent: roundFraction(toPercent(figure), 2),
          },
        ]
      : [];
  return { value: figure && roundFigure(figure), exact: figure && toExact(figure), how: isWeighted ? 'weighted' : 'points', parts, items };
}

/** The maximum number of terms. More are grouped by their maximum points. */
const MOST_TERMS = 8;

/**
 * Returns the sum as a teacher would write it: `(46/50 + 8/10) / 2`, `(46 + 8) / (50 + 10)`, `(40 × 86% + 30 ×
 * 75.33%) / 70`. `write` formats a number. Null: nothing counts.
 */
export function writeSum({ how, parts, items }: Explanation, plan: GradePlan, write: (value: number) => string): string | null {
  const [first] = parts;
  if (!first) return null;
  const earned = new Map(items.map((item) => [item.place, toHundredths(item.earned ?? 0)]));
  const most = (place: number): number => plan.most[place]!;
  const points = (hundredths: number): string => write(hundredths / 100);
  const total = (places: readonly number[], of: (place: number) => number): string => points(places.reduce((sum, place) => sum + of(place), 0));
  const isShort = first.places.length <= MOST_TERMS;
  if (how === 'weighted') {
    const weights = parts.reduce((sum, { weight }) => sum + toHundredths(weight ?? 0), 0);
    return `(${parts.map(({ weight, percent }) => `${write(weight ?? 0)} × ${write(percent)}%`).join(' + ')}) / ${points(weights)}`;
  }
  if (how === 'points') {
    if (!isShort) return `${total(first.places, (place) => earned.get(place)!)} / ${total(first.places, most)}`;
    const terms = (of: (place: number) => number): string => first.places.map((place) => points(of(place))).join(' + ');
    return `(${terms((place) => earned.get(place)!)}) / (${terms(most)})`;
  }
  const sums = isShort
    ? first.places.map((place): [number, number] => [most(place), earned.get(place)!])
    : [
        ...sumsOf(
          plan,
          first.places.map((place) => ({ place, earned: earned.get(place)! })),
        ),
      ];
  return `(${sums.map(([outOf, sum]) => `${points(sum)}/${points(outOf)}`).join(' + ')}) / ${first.places.length}`;
}

/** The grade that a student needs in one ungraded item for a figure to be shown as at least this value. */
export interface Needed {
  /**
   * In points, two decimals, rounded up. Above the maximum points of the item it can be reached only with extra credit.
   */
  grade: number;
  isReachable: boolean;
}

/**
 * Returns the lowest grade of an item with which `compute` shows at least `percent`, or null when no grade does,
 * because the item does not count. A low grade that is dropped changes nothing, and from the point where it is kept the
 * figure rises with it (FIG-50): so it is 0, or found by bisection.
 */
export function computeNeeded(compute: (grade: number) => number | null, percent: number, maxPoints: number): Needed | null {
  const MOST_HUNDREDTHS = 9_999_999;
  const reaches = (hundredths: number): boolean => (compute(hundredths / 100) ?? Number.NEGATIVE_INFINITY) >= percent;
  if (reaches(0)) return { grade: 0, isReachable: true };
  if (!reaches(MOST_HUNDREDTHS)) return null;
  let [low, high] = [0, MOST_HUNDREDTHS];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle + 1;
  }
  return { grade: low / 100, isReachable: low <= toHundredths(maxPoints) };
}
