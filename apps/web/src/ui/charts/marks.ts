import type { ReactNode } from 'react';
import { locale } from '../../base/language.ts';

const MARKS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
type Letter = (typeof MARKS)[number];
/**
 * A color, and a pattern over it if that is not the color's own. The mark of a choice depends on its position, never on
 * whether it is right; that of a figure is a part of its definition.
 */
export type Mark = Letter | `${Letter}${Letter}`;

/** Returns the mark of the choice at a position. After the sixth they repeat. */
export const markAt = (index: number): Mark => MARKS[index % MARKS.length] ?? 'a';

/** One figure of a chart. */
export interface ChartItem {
  key: string | number;
  label: string;
  /** A formatted text, which bars draw in place of the label. */
  words?: ReactNode;
  value: number;
  /** The earlier value, for comparison. */
  before?: number | undefined;
  /** The part of the value that is sure, drawn darker; left out where nobody was asked. */
  sure?: number | undefined;
  mark: Mark;
  /** The letter next to the mark. Choices have one, sums have none. */
  letter?: string | undefined;
  /** A short word after the value, such as "you". */
  note?: string | undefined;
  /** True when it is right, false when wrong, if that may be known. */
  correct?: boolean | undefined;
}

export const totalOf = (items: readonly ChartItem[]): number => items.reduce((sum, item) => sum + item.value, 0);

/** Returns the sum of the items' earlier values; null if there are none. */
export const totalBefore = (items: readonly ChartItem[]): number | null =>
  items.some(({ before }) => before !== undefined) ? items.reduce((sum, { before = 0 }) => sum + before, 0) : null;

/** Formats a count in the page's language. */
export const countText = (count: number): string => count.toLocaleString(locale());

/** Returns the whole percentage of a whole; 0 if the whole is 0. */
export const percentOf = (value: number, whole: number): number => (whole > 0 ? Math.round((100 * value) / whole) : 0);

/** Returns the text of a chart for screen readers: "A 10, B 9, C 4". */
export const spoken = (items: readonly ChartItem[]): string => items.map((item) => `${item.letter ?? item.label} ${countText(item.value)}`).join(', ');
