import { locale } from '../../base/language.ts';

/** How a mark of a chart looks: by its place, never by whether it is right. */
const MARKS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
export type Mark = (typeof MARKS)[number];

/** The look of the choice at a place; places beyond the sixth begin again. */
export const markAt = (index: number): Mark => MARKS[index % MARKS.length] ?? 'a';

/** One figure of a chart. */
export interface ChartItem {
  key: string | number;
  label: string;
  value: number;
  /** What it was before, to be compared with. */
  before?: number | undefined;
  mark: Mark;
  /** Stands beside the mark; choices have one, sums have none. */
  letter?: string | undefined;
  /** A short word after the value, such as "you". */
  note?: string | undefined;
  /** Right or not, where it may be known. */
  correct?: boolean | undefined;
}

export const totalOf = (items: readonly ChartItem[]): number => items.reduce((sum, item) => sum + item.value, 0);

/** The sum of what the items were before; null when there is nothing to compare with. */
export const totalBefore = (items: readonly ChartItem[]): number | null =>
  items.some(({ before }) => before !== undefined) ? items.reduce((sum, { before = 0 }) => sum + before, 0) : null;

/** A count as it is read in the language of the page. */
export const countText = (count: number): string => count.toLocaleString(locale());

/** Whole percent of a whole; 0 of nothing is 0. */
export const percentOf = (value: number, whole: number): number => (whole > 0 ? Math.round((100 * value) / whole) : 0);

/** What a chart says to somebody who cannot see it: "A 10, B 9, C 4". */
export const spoken = (items: readonly ChartItem[]): string => items.map((item) => `${item.letter ?? item.label} ${countText(item.value)}`).join(', ');
