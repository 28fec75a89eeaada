import type { ClassKey } from '../types.ts';

/** Students of a class with a special story, by number in the class. */
export interface Stories {
  /** A student who has been absent since that school day. */
  away?: readonly [student: number, since: number];
  /** Students who miss a lesson now and then. */
  oftenAway: readonly number[];
  /** Students who know more than most. They are in the fully written lessons too. */
  sure?: readonly number[];
  /** Students who never write anything. */
  silent: readonly number[];
  /** Students who are talked out of the right answer. */
  misled: readonly number[];
  /** Students who are right after the discussion, but not when the same idea comes in another situation. */
  stuck: readonly number[];
  /** Students who come late. */
  late: readonly number[];
  /** A student whose results have declined since that school day. */
  falling?: readonly [student: number, since: number];
}

export const stories: Readonly<Record<ClassKey, Stories>> = {
  science10: { away: [22, -17], oftenAway: [4], sure: [1, 8, 15, 17, 20, 26], silent: [19], misled: [9], stuck: [28], late: [12, 25], falling: [14, -8] },
  maths10: { oftenAway: [22, 12], sure: [1, 8, 17, 20, 26], silent: [19], misled: [9], stuck: [28], late: [25], falling: [29, -8] },
  maths5: { away: [8, -11], oftenAway: [20], silent: [27], misled: [16], stuck: [12], late: [15], falling: [29, -8] },
  history8: { oftenAway: [2, 19], silent: [26], misled: [6], stuck: [15], late: [10], falling: [12, -8] },
  geography8: { oftenAway: [2, 19], silent: [26], misled: [18], stuck: [15], late: [10, 16] },
  computing12: { away: [17, -9], oftenAway: [6], silent: [20], misled: [13], stuck: [23], late: [9], falling: [25, -9] },
};
