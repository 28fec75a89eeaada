import { computeGainInterval } from '../results/gain.ts';
import type { ItemCounts } from '../item-analysis/item-analysis.ts';
import { computeShareInterval, type Tally } from './share.ts';

/** The number of lessons from which a question is judged. */
export const LESSONS_TO_JUDGE = 5;
/** The share right alone above which a discussion has nothing left to do. */
export const KNOWN_ALREADY = 0.8;
/** The share right alone below which a question asks for too much at once. */
export const TOO_MUCH_AT_ONCE = 0.2;
/** The gain below which talking moves hardly anybody. */
export const LITTLE_GAIN = 0.1;

/**
 * The judgment of a question. `key-doubtful`: the right response is probably not, or not clearly, right. `ask-earlier`:
 * it is known by the time it is asked. `split`: it is too hard in one step, and talking does not help. `keep`: none of
 * these.
 */
export const WORTHS = ['key-doubtful', 'ask-earlier', 'split', 'keep'] as const;
export type Worth = (typeof WORTHS)[number];

/** A figure with the interval that holds the true value 95 times out of a hundred. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** The choices of a wrong response by the stronger and the weaker half, before discussion. */
export interface WrongChoice {
  first_strong: number;
  first_weak: number;
}

export interface QuestionWorth {
  worth: Worth;
  share: Estimate | null;
  gain: Estimate | null;
  transfer: Estimate | null;
  discrimination: Estimate | null;
}

const shareOf = (tally: Tally): Estimate | null => {
  const interval = computeShareInterval(tally);
  return interval && { value: tally.count / tally.of, ...interval };
};

/**
 * Returns the difference of two shares with Newcombe's interval, which combines Wilson's of both. Null when one of them
 * has no answers.
 */
export function computeDifference(more: Tally, less: Tally): Estimate | null {
  const [above, below] = [shareOf(more), shareOf(less)];
  if (!above || !below) return null;
  const value = above.value - below.value;
  return {
    value,
    low: value - Math.hypot(above.value - above.low, below.high - below.value),
    high: value + Math.hypot(above.high - above.value, below.value - below.low),
  };
}

/** Returns true when the stronger half prefers a wrong response to the right one by more than chance. */
function doStrongPrefer(wrong: readonly WrongChoice[], { strong_right, strong_answered }: ItemCounts): boolean {
  return wrong.some(({ first_strong }) => {
    const chosen = computeShareInterval({ count: first_strong, of: strong_answered });
    const right = computeShareInterval({ count: strong_right, of: strong_answered });
    return chosen !== null && right !== null && chosen.low > right.high;
  });
}

/**
 * Judges a discussed question by its lessons. Null with fewer than five. The first that applies counts: the key is
 * doubtful when discrimination is below 0, or the stronger half prefers one wrong response; ask it earlier when more
 * than 80% are right alone; split it when fewer than 20% are right alone and talking gains less than 0.1. All of these
 * must hold for the whole interval, not only for the figure.
 */
export function judgeQuestion(counts: ItemCounts, timesAsked: number, wrong: readonly WrongChoice[]): QuestionWorth | null {
  if (timesAsked < LESSONS_TO_JUDGE) return null;
  const share = shareOf({ count: counts.right_first, of: counts.answered_first });
  const transfer = shareOf({ count: counts.transfer_right_right, of: counts.transfer_right_answered });
  const discrimination = computeDifference({ count: counts.strong_right, of: counts.strong_answered }, { count: counts.weak_right, of: counts.weak_answered });
  const interval = computeGainInterval(counts);
  const gain = interval && { value: (counts.wrong_to_right - counts.right_to_wrong) / (counts.wrong_to_right + counts.kept_wrong), ...interval };
  const worth: Worth =
    (discrimination !== null && discrimination.high < 0) || doStrongPrefer(wrong, counts)
      ? 'key-doubtful'
      : share !== null && share.low > KNOWN_ALREADY
        ? 'ask-earlier'
        : share !== null && share.high < TOO_MUCH_AT_ONCE && gain !== null && gain.high < LITTLE_GAIN
          ? 'split'
          : 'keep';
  return { worth, share, gain, transfer, discrimination };
}
