import { gradebookDayOn } from '../../../base/special-dates.ts';
import type { CellValue, Item, Standing } from './book.ts';
import { numberWriter } from './numbers.ts';
import { t } from '../../../base/t.ts';

const writeFigure = numberWriter({ minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });

/** Formats points as "46" or "46.5". */
export const pointsText = numberWriter({ maximumFractionDigits: 2, useGrouping: false });
/** Formats a figure as "64.0". */
export const figureText = (figure: number | null): string => (figure === null ? t('sheet.nothing') : writeFigure(figure));
/** Formats a figure as "64.0%". */
export const percentText = (figure: number | null): string => (figure === null ? t('sheet.nothing') : t('sheet.percent', { value: writeFigure(figure) }));

/** Returns the text of a copied cell: a number with the language's decimal sign, EX, or nothing. */
export const valueText = (value: CellValue): string => (value === null ? '' : value === 'EX' ? 'EX' : pointsText(value));

export const dueText = ({ dueDate }: Pick<Item, 'dueDate'>): string => (dueDate === null ? t('sheet.noDueDate') : gradebookDayOn(dueDate));

export const standingText = (standing: Exclude<Standing, 'none'>): string => t(`sheet.standing.${standing}`);
