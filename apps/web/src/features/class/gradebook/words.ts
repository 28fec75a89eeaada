import { locale } from '../../../base/language.ts';
import type { CellValue, Item, Standing } from './book.ts';
import { numberWriter } from './numbers.ts';
import { t } from '../../../base/t.ts';

const writeFigure = numberWriter({ minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });

/** Formats points as "46" or "46.5". */
export const pointsText = numberWriter({ maximumFractionDigits: 2, useGrouping: false });
/** Formats a figure as "64.0". */
export const figureText = (figure: number | null): string => (figure === null ? t('sheet.nothing') : writeFigure(figure));
/** Formats a figure as "64.0 %". */
export const percentText = (figure: number | null): string => (figure === null ? t('sheet.nothing') : t('sheet.percent', { value: writeFigure(figure) }));

/** Returns the text of a copied cell: a number with the language's decimal sign, EX, or nothing. */
export const valueText = (value: CellValue): string => (value === null ? '' : value === 'EX' ? 'EX' : pointsText(value));

/**
 * Formats a date as "18 Sep 2026", as the specification shows column headers in English (K172); in other languages as
 * usual there.
 */
export function shortDate(day: string): string {
  const language = locale().startsWith('en') ? 'en-GB' : locale();
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .format(new Date(`${day}T00:00:00Z`))
    .replace('Sept', 'Sep');
}

export const dueText = ({ dueDate }: Pick<Item, 'dueDate'>): string => (dueDate === null ? t('sheet.noDueDate') : shortDate(dueDate));

export const standingText = (standing: Exclude<Standing, 'none'>): string => t(`sheet.standing.${standing}`);
