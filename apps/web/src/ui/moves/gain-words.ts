import { gainMessages } from '@classwright/contract/messages/gain';
import { computeGain, computeGainInterval, type MoveCounts, STUDENTS_FOR_INTERVAL } from '@classwright/rules/results/gain';
import { formatFixed } from '@classwright/rules/round';
import { messages } from '../../base/messages.ts';

export const gainWords = messages(gainMessages);

/** Returns the uncertainty of a class's gain as text: its interval, or the reason why there is none. */
export function certaintyText(moves: MoveCounts): string {
  const interval = computeGainInterval(moves);
  if (interval) return gainWords('gain.between', { low: formatFixed(interval.low, 2), high: formatFixed(interval.high, 2) });
  const students = moves.kept_right + moves.wrong_to_right + moves.right_to_wrong + moves.kept_wrong;
  const isLoss = (computeGain(moves) ?? 0) < 0;
  return gainWords(isLoss && students >= STUDENTS_FOR_INTERVAL ? 'gain.lossUnsure' : 'gain.unsure');
}
