import { computeGain, computeGainInterval, type MoveCounts, STUDENTS_FOR_INTERVAL } from '@classwright/rules/results/gain';
import { formatFixed } from '@classwright/rules/round';
import { t } from '../../base/t.ts';

/** Returns the uncertainty of a class's gain as text: its interval, or the reason why there is none. */
export function certaintyText(moves: MoveCounts): string {
  const interval = computeGainInterval(moves);
  if (interval) return t('gain.between', { low: formatFixed(interval.low, 2), high: formatFixed(interval.high, 2) });
  const students = moves.kept_right + moves.wrong_to_right + moves.right_to_wrong + moves.kept_wrong;
  const isLoss = (computeGain(moves) ?? 0) < 0;
  return t(isLoss && students >= STUDENTS_FOR_INTERVAL ? 'gain.lossUnsure' : 'gain.unsure');
}
