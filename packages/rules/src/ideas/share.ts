/** A number of answers that held an idea (or were right), of those that could have. */
export interface Tally {
  count: number;
  of: number;
}

/** The quantile for 95 percent. */
const Z = 1.96;

/**
 * Returns the interval that holds the true share 95 times out of a hundred, 0 to 1: Wilson's score interval, all p with
 * (share − p)² ≤ z²·p·(1 − p)/n. It stays within 0 and 1, and is honest for few answers. Null without answers.
 */
export function computeShareInterval({ count, of }: Tally): { low: number; high: number } | null {
  if (of <= 0) return null;
  const share = count / of;
  const wider = 1 + Z ** 2 / of;
  const center = (share + Z ** 2 / (2 * of)) / wider;
  const half = (Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2))) / wider;
  // The borders of 0 and 1 are exact; rounding must not move them.
  return { low: count === 0 ? 0 : Math.max(0, center - half), high: count === of ? 1 : Math.min(1, center + half) };
}

/** Adds tallies. */
export const addTallies = (tallies: readonly Tally[]): Tally =>
  tallies.reduce<Tally>((sum, { count, of }) => ({ count: sum.count + count, of: sum.of + of }), { count: 0, of: 0 });
