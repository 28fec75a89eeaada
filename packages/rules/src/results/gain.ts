/**
 * The gain of a discussion: Hake's normalized gain (doi 10.1119/1.18809), of a group and matched. Only students who
 * chose both before and after count, so it uses the same students as their moves (LIVE-45, LIVE-46).
 */

/** The number of students who chose before and after, by their move. */
export interface MoveCounts {
  kept_right: number;
  wrong_to_right: number;
  right_to_wrong: number;
  kept_wrong: number;
}

/**
 * Returns the achieved share of the possible gain: 1 all, 0 nothing, below 0 a loss. Null when nobody was wrong before.
 */
export function computeGain({ wrong_to_right, right_to_wrong, kept_wrong }: Omit<MoveCounts, 'kept_right'>): number | null {
  const wrongBefore = wrong_to_right + kept_wrong;
  return wrongBefore === 0 ? null : (wrong_to_right - right_to_wrong) / wrongBefore;
}

export type GainBand = 'loss' | 'low' | 'medium' | 'high';

/** Returns Hake's band: low below 0.3, high above 0.7. */
export function bandOf(gain: number): GainBand {
  if (gain < 0) return 'loss';
  if (gain < 0.3) return 'low';
  return gain <= 0.7 ? 'medium' : 'high';
}

/** The minimum number of students. With fewer, the interval holds the true gain less often than it promises. */
export const STUDENTS_FOR_INTERVAL = 15;
/** The quantile for 95 percent. */
const Z = 1.96;

/**
 * Returns the interval that holds the class's true gain 95 times out of a hundred: Fieller's interval of a ratio of
 * counts, all g with (1 + z²/n)(u − g·v)² ≤ z²[(1 − g)²·WR + RW + g²·WW], where u = WR − RW and v = WR + WW. Null with
 * fewer than 15 students; when all moved alike (nobody, or all who were wrong to right), since it would be a point and
 * promise too much; when the counts leave it unbounded; and when it goes below −1, since then so few were wrong before
 * that the figure does not show the size of a loss. No gain is above 1, so it ends there.
 */
export function computeGainInterval({ kept_right, wrong_to_right, right_to_wrong, kept_wrong }: MoveCounts): { low: number; high: number } | null {
  const students = kept_right + wrong_to_right + right_to_wrong + kept_wrong;
  const didAlike = right_to_wrong === 0 && (wrong_to_right === 0 || kept_wrong === 0);
  if (students < STUDENTS_FOR_INTERVAL || didAlike) return null;
  const [gained, wrongBefore] = [wrong_to_right - right_to_wrong, wrong_to_right + kept_wrong];
  const wider = 1 + Z ** 2 / students;
  const a = wider * wrongBefore ** 2 - Z ** 2 * wrongBefore;
  const b = wider * gained * wrongBefore - Z ** 2 * wrong_to_right;
  const c = wider * gained ** 2 - Z ** 2 * (wrong_to_right + right_to_wrong);
  const root = b ** 2 - a * c;
  if (a <= 0 || root < 0) return null;
  const low = (b - Math.sqrt(root)) / a;
  return low < -1 ? null : { low, high: Math.min(1, (b + Math.sqrt(root)) / a) };
}
