/**
 * A figure rounded to decimals, half away from zero, as people round. A quotient that stands for a half in decimals may
 * come out a little below it (3/8 as (0.75 − 0.6) / (1 − 0.6) is 0.37499…): it is brought back to the decimal it stands
 * for first.
 */
export function roundHalfAway(value: number, decimals: number): number {
  const scaled = Number((Math.abs(value) * 10 ** decimals).toPrecision(12));
  const rounded = Math.floor(scaled + 0.5) / 10 ** decimals;
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** The same as words, with a minus sign: "−0.38". */
export function formatFixed(value: number, decimals: number): string {
  return roundHalfAway(value, decimals).toFixed(decimals).replace('-', '−');
}
