import type { Span } from '../../../../ui/grid/window.ts';

export const HEAD_HEIGHT = 72;
/** A laptop of 720 px shows half a class of 30; fingers need more room than a pointer. */
export const ROW_HEIGHT = globalThis.matchMedia?.('(pointer: coarse)').matches ? 35 : 26;
export const ROWS_BEYOND = 6;
export const COLUMNS_BEYOND = 2;

export const WIDTHS = { name: 207, overall: 109, period: 95, item: 118 } as const;

export const isSame = (a: Span, b: Span): boolean => a.first === b.first && a.last === b.last;

/** Lists the frozen column, those in view and the focused one. The span does not include the frozen one. */
export function columnsIn({ first, last }: Span, active: number): number[] {
  const shown = [0];
  if (active > 0 && active - 1 < first) shown.push(active);
  for (let index = first; index <= last; index++) shown.push(index + 1);
  if (active > 0 && active - 1 > last) shown.push(active);
  return shown;
}

/** Returns the style that positions a column. The frozen one is sticky. */
export const placed = (column: number, widths: readonly number[], starts: readonly number[]) =>
  column === 0 ? { width: widths[0] ?? 0 } : { width: widths[column] ?? 0, insetInlineStart: (widths[0] ?? 0) + starts[column - 1]! };
