import { languageStore, locale } from '../../base/language.ts';
import type { CellValue, Item, Standing } from './book.ts';
import { t } from './t.ts';

/** Made once per language: a screen of cells writes hundreds of numbers. */
const formats = new WeakMap<object, { points: Intl.NumberFormat; figures: Intl.NumberFormat }>();

function write(value: number, kind: 'points' | 'figures'): string {
  const language = languageStore.get();
  let known = formats.get(language);
  if (!known) {
    known = {
      points: new Intl.NumberFormat(language.locale, { maximumFractionDigits: 2, useGrouping: false }),
      figures: new Intl.NumberFormat(language.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }),
    };
    formats.set(language, known);
  }
  return known[kind].format(value);
}

/** "46" or "46.5". */
export const pointsText = (points: number): string => write(points, 'points');
/** "64.0" */
export const figureText = (figure: number | null): string => (figure === null ? t('sheet.nothing') : write(figure, 'figures'));
/** "64.0 %" */
export const percentText = (figure: number | null): string => (figure === null ? t('sheet.nothing') : t('sheet.percent', { value: write(figure, 'figures') }));

/** What a copied cell is: a number with the decimal sign of the language, EX, or nothing. */
export const valueText = (value: CellValue): string => (value === null ? '' : value === 'EX' ? 'EX' : pointsText(value));

/** "18 Sep 2026", as the specification writes it in English, else as the language does. */
export function shortDate(day: string): string {
  const language = locale().startsWith('en') ? 'en-GB' : locale();
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .format(new Date(`${day}T00:00:00Z`))
    .replace('Sept', 'Sep');
}

export const dueText = ({ dueDate }: Pick<Item, 'dueDate'>): string => (dueDate === null ? t('sheet.noDueDate') : shortDate(dueDate));

export const standingText = (standing: Exclude<Standing, 'none'>): string => t(`sheet.standing.${standing}`);
