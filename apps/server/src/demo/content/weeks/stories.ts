import type { ClassKey } from '../types.ts';

/** Students of a class who are not like most, by number in the class. */
export interface Stories {
  /** Has not come since that school day. */
  away?: readonly [student: number, since: number];
  /** Misses a lesson now and then. */
  oftenAway: readonly number[];
  /** Knows more than most, in the lessons that are written out too. */
  sure?: readonly number[];
  /** Never writes a word. */
  silent: readonly number[];
  /** Is talked out of what was right. */
  misled: readonly number[];
  /** Is right after the discussion and lost when the idea comes in other clothes. */
  stuck: readonly number[];
  /** Comes late. */
  late: readonly number[];
  /** Has fallen behind since that school day. */
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
