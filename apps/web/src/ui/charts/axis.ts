/** An axis from 0 in round steps; the steps are above 0 and end with `end`. */
export interface Axis {
  end: number;
  steps: readonly number[];
}

/** The next of 1, 2 or 5 times a power of ten, and never less than 1: what is counted is whole. */
function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (value <= power ? 1 : value <= 2 * power ? 2 : value <= 5 * power ? 5 : 10);
}

/** The axis for figures: its upper end is the next round step above the largest of them, and no less than `least`. Six steps at most. */
export function computeAxis(values: readonly number[], least = 0): Axis {
  const largest = Math.max(0, ...values);
  const step = roundUp(Math.max(least, largest) / 5);
  const count = Math.max(Math.ceil(least / step), Math.floor(largest / step) + 1);
  return { end: count * step, steps: Array.from({ length: count }, (_, index) => (index + 1) * step) };
}
