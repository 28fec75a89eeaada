import type { PairFigureView } from '@classwright/contract/lesson/live/pair-figures';
import { t } from '../../base/t.ts';

/** Shows the outcome of groups, a sentence for each kind. */
export function PairFigures({ figures }: { figures: readonly PairFigureView[] }) {
  return (
    <ul>
      {figures.map(({ kind, groups, ended_right }) => (
        <li key={kind}>{t(`pairs.ended.${kind}`, { count: groups, right: ended_right })}</li>
      ))}
    </ul>
  );
}
