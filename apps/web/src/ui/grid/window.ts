/** The range of items in view. Pure: no element is measured. */
export interface Span {
  /** The first and last item. `last` is less than `first` if there are none. */
  readonly first: number;
  readonly last: number;
}

/** Returns the rows of equal height in view, with `beyond` more at both ends. */
export function rowSpan({ scroll, view, height, count, beyond }: { scroll: number; view: number; height: number; count: number; beyond: number }): Span {
  const first = Math.max(0, Math.floor(scroll / height) - beyond);
  return { first: Math.min(first, Math.max(0, count - 1)), last: Math.min(count - 1, Math.ceil((scroll + view) / height) - 1 + beyond) };
}

/** Returns the start of each column and the end of the last one: one number more than there are columns. */
export function toStarts(widths: readonly number[]): number[] {
  const starts = [0];
  for (const width of widths) starts.push(starts.at(-1)! + width);
  return starts;
}

/** Returns the columns in view, with `beyond` more at both ends. */
export function columnSpan({ scroll, view, starts, beyond }: { scroll: number; view: number; starts: readonly number[]; beyond: number }): Span {
  const count = starts.length - 1;
  const at = (place: number): number => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle + 1]! > place) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return { first: Math.max(0, Math.min(at(scroll), count - 1) - beyond), last: Math.min(count - 1, at(scroll + view - 1) + beyond) };
}

/**
 * Returns widths that fill the view: narrower columns grow by their share. The frozen one leaves at least half of the
 * view to the others.
 */
export function fillWidths(widths: readonly number[], view: number): number[] {
  const [frozen = 0, ...others] = widths;
  const first = view > 0 ? Math.min(frozen, Math.floor(view / 2)) : frozen;
  const sum = others.reduce((total, width) => total + width, 0);
  const factor = Math.max(1, sum > 0 ? (view - first) / sum : 1);
  return [first, ...others.map((width) => Math.floor(width * factor))];
}
