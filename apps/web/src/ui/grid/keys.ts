/** A cell. Row -1 is the header row, column 0 the frozen one. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey?: boolean;
}

/**
 * Returns the cell that a key moves to in a grid, or null if it does not move. In right-to-left layouts the arrows are
 * mirrored. Source: ARIA Authoring Practices, grid pattern, data grids.
 */
export function movedBy(
  { key, ctrlKey, metaKey = false }: KeyPress,
  from: Place,
  size: { rows: number; columns: number; page: number; isRtl: boolean },
): Place | null {
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1];
  const end = ctrlKey || metaKey;
  const onward = size.isRtl ? 'ArrowLeft' : 'ArrowRight';
  const to = ((): Place | null => {
    switch (key) {
      case 'ArrowDown':
        return { ...from, row: end ? lastRow : from.row + 1 };
      case 'ArrowUp':
        return { ...from, row: end ? 0 : from.row - 1 };
      case 'ArrowLeft':
      case 'ArrowRight':
        return { ...from, column: key === onward ? (end ? lastColumn : from.column + 1) : end ? 0 : from.column - 1 };
      case 'PageDown':
        return { ...from, row: from.row + size.page };
      case 'PageUp':
        return { ...from, row: Math.max(0, from.row - size.page) };
      case 'Home':
        return { row: end ? 0 : from.row, column: 0 };
      case 'End':
        return { row: end ? lastRow : from.row, column: lastColumn };
      default:
        return null;
    }
  })();
  return to && { row: Math.max(-1, Math.min(lastRow, to.row)), column: Math.max(0, Math.min(lastColumn, to.column)) };
}
