import type { SubmissionView } from '@classwright/contract/class/submissions/calls';
import { momentOf } from '../../../../base/dates.ts';
import { t } from '../../../../base/t.ts';
import { gradeText } from '../words.ts';
import styles from '../work.module.css';

type Entry = SubmissionView['submissionHistory'][number];

function inWords(entry: Entry, maxPoints: number | null): string {
  if ('stateHistory' in entry) {
    const { state, late } = entry.stateHistory;
    return state === 'TURNED_IN' && late ? `${t(`openWork.state.${state}`)} · ${t('openWork.late')}` : t(`openWork.state.${state}`);
  }
  const { gradeChangeType, pointsEarned } = entry.gradeHistory;
  if (gradeChangeType === 'EXCUSED') return t('openWork.history.excused');
  const grade = gradeText(pointsEarned, maxPoints);
  if (gradeChangeType === 'DRAFT_GRADE_POINTS_EARNED_CHANGE')
    return pointsEarned === null ? t('openWork.history.noDraft') : t('openWork.history.draft', { grade });
  return pointsEarned === null ? t('openWork.history.noAssigned') : t('openWork.history.assigned', { grade });
}

/** A submission's history, folded by default. */
export function History({ history, maxPoints }: { history: readonly Entry[]; maxPoints: number | null }) {
  if (history.length === 0) return null;
  return (
    <details className={styles.history}>
      <summary>{t('openWork.history')}</summary>
      <ol>
        {history.map((entry, index) => {
          const at = 'stateHistory' in entry ? entry.stateHistory.stateTimestamp : entry.gradeHistory.gradeTimestamp;
          return (
            <li key={index}>
              <span>{momentOf(at)}</span> {inWords(entry, maxPoints)}
            </li>
          );
        })}
      </ol>
    </details>
  );
}
