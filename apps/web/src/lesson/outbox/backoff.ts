const FIRST_MS = 500;
const MOST_MS = 15_000;

/**
 * Returns the wait after a number of failures in a row (from 1): doubling from half a second to 15 seconds, with the
 * second half random, so that a room full of phones does not return at the same moment. `random` is in [0, 1).
 */
export function backoffMs(failures: number, random: number): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10)) * (0.5 + random / 2);
}
