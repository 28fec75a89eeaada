const FIRST_MS = 500;
const MOST_MS = 15_000;

/**
 * How long to wait after so many failures in a row (from 1): doubling from half a second to 15 seconds, spread by chance
 * over its second half, so that a room full of phones does not come back in one breath. `random` is in [0, 1).
 */
export function backoffMs(failures: number, random: number): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10)) * (0.5 + random / 2);
}
