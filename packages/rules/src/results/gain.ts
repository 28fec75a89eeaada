/**
 * How much a discussion gained: Hake's normalised gain (doi 10.1119/1.18809), of a group and matched. Only students who
 * chose both before and after count, so it rests on the same students as their moves (LIVE-45, LIVE-46).
 */

/** Students who chose before and after, by how they moved. */
export interface MoveCounts {
  kept_right: number;
  wrong_to_right: number;
  right_to_wrong: number;
  kept_wrong: number;
}

/** Of what could still be gained, the part that was: 1 all, 0 nothing, below 0 a loss. Null where nobody was wrong before. */
export function computeGain({ wrong_to_right, right_to_wrong, kept_wrong }: Omit<MoveCounts, 'kept_right'>): number | null {
  const wrongBefore = wrong_to_right + kept_wrong;
  return wrongBefore === 0 ? null : (wrong_to_right - right_to_wrong) / wrongBefore;
}

export type GainBand = 'loss' | 'low' | 'medium' | 'high';

/** Hake's bands: low below 0.3, high above 0.7. */
export function bandOf(gain: number): GainBand {
  if (gain < 0) return 'loss';
  if (gain < 0.3) return 'low';
  return gain <= 0.7 ? 'medium' : 'high';
}

/** Fewer students than these say too little: below, the interval holds the true gain less often than it promises. */
export const STUDENTS_FOR_INTERVAL = 15;
/** Of 95 percent. */
const Z = 1.96;

/**
 * Between which gains the class's true one lies, 95 times of a hundred: Fieller's interval of a ratio of counts, all g
 * with (1 + z²/n)(u − g·v)² ≤ z²[(1 − g)²·WR + RW + g²·WW], where u = WR − RW and v = WR + WW. Null with fewer than 15
 * students, where all moved alike (nobody, or all who were wrong to what is right): it would be a point, and promise too
 * much; where the counts leave it without bounds; and where it goes below −1, since then so few were wrong before that the
 * figure says nothing of how large a loss was. No gain is above 1, so it ends there.
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
