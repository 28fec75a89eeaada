/**
 * Rounds a figure to decimals, half away from zero, as people do. A quotient that represents a half may be slightly too
 * low (3/8 as (0.75 − 0.6) / (1 − 0.6) is 0.37499…): it is first corrected to the decimal that it represents.
 */
export function roundHalfAway(value: number, decimals: number): number {
  const scaled = Number((Math.abs(value) * 10 ** decimals).toPrecision(12));
  const rounded = Math.floor(scaled + 0.5) / 10 ** decimals;
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** Formats a figure that `roundHalfAway` rounds, with a minus sign: "−0.38". */
export function formatFixed(value: number, decimals: number): string {
  return roundHalfAway(value, decimals).toFixed(decimals).replace('-', '−');
}
