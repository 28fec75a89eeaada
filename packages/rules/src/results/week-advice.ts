import { computeShareInterval } from '../ideas/share.ts';

/** The right answers of a lesson in its last two forms. */
export interface LessonResult {
  answered_second: number;
  right_second: number;
  answered_transfer: number;
  right_transfer: number;
}

/** The number of answers from which a lesson is judged. */
const LEAST_ANSWERS = 8;

/** The advice after a week of lessons: teach one lesson again, or ask one more question about the same ideas. */
export type WeekAdvice<L> = { kind: 'again'; lesson: L } | { kind: 'transfer' };

/**
 * Returns the advice of a week; null when nothing speaks for one. A lesson is taught again when fewer than half of its
 * class were right after talking; of several, the one with the lowest share. Otherwise one more question is asked when
 * fewer were right on the transfer question than after talking, by more than chance: the interval of the difference of
 * the week's two shares (Newcombe's, from Wilson's of both) is above 0.
 */
export function findWeekAdvice<L extends LessonResult>(lessons: readonly L[]): WeekAdvice<L> | null {
  const shareOf = ({ right_second, answered_second }: L): number => right_second / answered_second;
  const [lowest] = lessons.filter((one) => one.answered_second >= LEAST_ANSWERS && shareOf(one) < 0.5).toSorted((one, other) => shareOf(one) - shareOf(other));
  if (lowest) return { kind: 'again', lesson: lowest };
  const sum = (key: keyof LessonResult): number => lessons.reduce((total, lesson) => total + lesson[key], 0);
  const [after, transfer] = [
    { count: sum('right_second'), of: sum('answered_second') },
    { count: sum('right_transfer'), of: sum('answered_transfer') },
  ];
  const [above, below] = [computeShareInterval(after), computeShareInterval(transfer)];
  if (!above || !below) return null;
  const [high, low] = [after.count / after.of, transfer.count / transfer.of];
  return high - low - Math.hypot(high - above.low, below.high - low) > 0 ? { kind: 'transfer' } : null;
}
