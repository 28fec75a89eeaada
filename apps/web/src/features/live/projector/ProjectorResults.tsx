import type { LessonSummaryView, StaffQuestionView } from '@classwright/contract/live-views';
import { FORMS } from '@classwright/contract/forms';
import { PhaseChip } from '../../../ui/plain/PhaseChip.tsx';
import { Flows } from '../../../ui/moves/Flows.tsx';
import { Legend } from '../../../ui/moves/Legend.tsx';
import { flowsOf, movedTitle, moveName } from '../results/transitions.ts';
import { t } from '../parts-t.ts';
import styles from './Projector.module.css';

/** How the class moved between the two times it answered the same question; no names. Null when nobody answered twice. */
export function ProjectorResults({ summary, question }: { summary: LessonSummaryView; question: StaffQuestionView }) {
  const transition = summary.transitions?.find(({ from, to }) => from === FORMS[0] && to === FORMS[1]);
  const flows = transition ? flowsOf(transition, question) : [];
  if (!transition || flows.length === 0) return null;
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
        <Flows flows={flows} nameOf={moveName} />
      </div>
      <p className={styles.hint}>{t('teach.projectorFinishedHint')}</p>
    </section>
  );
}
