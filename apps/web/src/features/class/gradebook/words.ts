import { locale } from '../../../base/language.ts';
import type { CellValue, Item, Standing } from './book.ts';
import { numberWriter } from './numbers.ts';
import { t } from './t.ts';

const writeFigure = numberWriter({ minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });

/** "46" or "46.5". */
export const pointsText = numberWriter({ maximumFractionDigits: 2, useGrouping: false });
/** "64.0" */
export const figureText = (figure: number | null): string => (figure === null ? t('sheet.nothing') : writeFigure(figure));
/** "64.0 %" */
export const percentText = (figure: number | null): string => (figure === null ? t('sheet.nothing') : t('sheet.percent', { value: writeFigure(figure) }));

/** What a copied cell is: a number with the decimal sign of the language, EX, or nothing. */
export const valueText = (value: CellValue): string => (value === null ? '' : value === 'EX' ? 'EX' : pointsText(value));

/** Returns "18 Sep 2026", as the specification has heads of columns in English (K172), and in another language as that language has it. */
export function shortDate(day: string): string {
  const language = locale().startsWith('en') ? 'en-GB' : locale();
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .format(new Date(`${day}T00:00:00Z`))
    .replace('Sept', 'Sep');
}

export const dueText = ({ dueDate }: Pick<Item, 'dueDate'>): string => (dueDate === null ? t('sheet.noDueDate') : shortDate(dueDate));

export const standingText = (standing: Exclude<Standing, 'none'>): string => t(`sheet.standing.${standing}`);
