/** Which of many things of a length are in view. Pure: no element is asked. */
export interface Span {
  /** The first and the last one; `last` is less than `first` where there are none. */
  readonly first: number;
  readonly last: number;
}

/** Rows of one height that are in view, with so many more at both ends. */
export function rowSpan({ scroll, view, height, count, beyond }: { scroll: number; view: number; height: number; count: number; beyond: number }): Span {
  const first = Math.max(0, Math.floor(scroll / height) - beyond);
  return { first: Math.min(first, Math.max(0, count - 1)), last: Math.min(count - 1, Math.ceil((scroll + view) / height) - 1 + beyond) };
}

/** Where each column begins, and where the last one ends: one number more than there are columns. */
export function toStarts(widths: readonly number[]): number[] {
  const starts = [0];
  for (const width of widths) starts.push(starts.at(-1)! + width);
  return starts;
}

/** Columns in view, with so many more at both ends. */
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

/** Widths that fill the view: what is narrower grows, each column by its share; the frozen one leaves the others at least half of the view. */
export function fillWidths(widths: readonly number[], view: number): number[] {
  const [frozen = 0, ...others] = widths;
  const first = view > 0 ? Math.min(frozen, Math.floor(view / 2)) : frozen;
  const sum = others.reduce((total, width) => total + width, 0);
  const factor = Math.max(1, sum > 0 ? (view - first) / sum : 1);
  return [first, ...others.map((width) => Math.floor(width * factor))];
}
