import type { ItemResultView } from '@classwright/contract/lesson/item-analysis/calls';
import { moveOf, type Move } from '@classwright/rules/live/figures/moves';
import { letterAt } from '../../../../ui/plain/Letter.tsx';
import { PhaseChip } from '../../../../ui/plain/PhaseChip.tsx';
import { Flows } from '../../../../ui/moves/Flows.tsx';
import { Legend } from '../../../../ui/moves/Legend.tsx';
import styles from './ItemAnalysis.module.css';
import { t } from '../../../../base/t.ts';

/**
 * Shows, as ribbons, how the class's answers moved from before to after discussion. The figures are in the table below.
 */
export function ItemMoves({ result: { responses, moves } }: { result: ItemResultView }) {
  const places = new Map(
    responses.map(({ response_id, is_valid }, index) => [response_id, { id: response_id, letter: letterAt(index), index, isRight: is_valid }] as const),
  );
  const flows = moves
    .flatMap(({ from, to, count }) => {
      const [before, after] = [places.get(from), places.get(to)];
      return before && after ? [{ from: before, to: after, move: moveOf(before.isRight, after.isRight), count }] : [];
    })
    .toSorted((left, right) => left.from.index - right.from.index || left.to.index - right.to.index);
  const counts: Record<Move, number> = { kept_right: 0, wrong_to_right: 0, right_to_wrong: 0, kept_wrong: 0 };
  for (const { move, count } of flows) counts[move] += count;
  return (
    <figure className={styles.moves}>
      <figcaption>{t('analysis.moves', { count: counts.wrong_to_right, whole: flows.reduce((sum, { count }) => sum + count, 0) })}</figcaption>
      <Legend counts={counts} nameOf={nameOf} />
      <div className={styles.ends}>
        <PhaseChip phase="Form - 1A" />
        <PhaseChip phase="Form - 1B" />
      </div>
      <Flows flows={flows} nameOf={nameOf} />
    </figure>
  );
}

const nameOf = (move: Move): string => t(`analysis.move.${move}`);
