import type { Place } from '../../../../ui/grid/keys.ts';

/** A rectangle of cells, both ends included. */
export interface Range {
  top: number;
  bottom: number;
  first: number;
  last: number;
}

/** Returns the range from the start of the selection to the active cell, within the student rows. */
export const rangeOf = (anchor: Place, active: Place, rows: number): Range => ({
  top: Math.max(0, Math.min(anchor.row, active.row)),
  bottom: Math.min(rows - 1, Math.max(anchor.row, active.row)),
  first: Math.min(anchor.column, active.column),
  last: Math.max(anchor.column, active.column),
});

export const isOne = ({ top, bottom, first, last }: Range): boolean => top >= bottom && first === last;
