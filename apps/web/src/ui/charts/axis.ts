/** An axis from 0 in round steps. The steps are above 0 and end with `end`. */
export interface Axis {
  end: number;
  steps: readonly number[];
}

/** Returns the next of 1, 2 or 5 times a power of ten, at least 1, since counts are whole numbers. */
function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (value <= power ? 1 : value <= 2 * power ? 2 : value <= 5 * power ? 5 : 10);
}

/**
 * Computes the axis for figures: its upper end is the next round step above the largest of them and at least `least`.
 * It has at most six steps.
 */
export function computeAxis(values: readonly number[], least = 0): Axis {
  const largest = Math.max(0, ...values);
  const step = roundUp(Math.max(least, largest) / 5);
  const count = Math.max(Math.ceil(least / step), Math.floor(largest / step) + 1);
  return { end: count * step, steps: Array.from({ length: count }, (_, index) => (index + 1) * step) };
}
