import { locale } from '../../base/language.ts';

/** Points as they are read here: two decimals at most. */
export const pointsText = (points: number): string => new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 }).format(points);

/** A figure as it is read here: percent with one decimal. */
export const percentText = (percent: number): string =>
  `${new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(percent)} %`;
