import type { ProjectorResultsView } from '@classwright/contract/lesson/live/projector';
import { PhaseChip } from '../../../../ui/plain/PhaseChip.tsx';
import { Flows } from '../../../../ui/moves/Flows.tsx';
import { Legend } from '../../../../ui/moves/Legend.tsx';
import { flowsOf, movedTitle, moveName } from '../../../../lesson/moves/transitions.ts';
import { t } from '../../../../base/t.ts';
import styles from './Projector.module.css';

/** Shows how the class moved between its two answers to the same question, without names. */
export function ProjectorResults({ transition, responses }: ProjectorResultsView) {
  return (
    <section className={styles.results}>
      <h1>{movedTitle(transition)}</h1>
      <div className={styles.resultsLegend}>
        <Legend counts={transition} nameOf={moveName} />
      </div>
      <div className={styles.resultsFigure}>
        <p className={styles.resultsEnds}>
          <PhaseChip phase={transition.from} />
          <PhaseChip phase={transition.to} />
        </p>
        <Flows flows={flowsOf(transition, { responses })} nameOf={moveName} />
      </div>
      <p className={styles.hint}>{t('teach.projectorFinishedHint')}</p>
    </section>
  );
}
