import { useEffect } from 'react';
import { studentSnapshot } from '../../base/addresses.ts';
import { dayOf } from '../../base/dates.ts';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { t } from '../../base/t.ts';
import { loadSummary } from './load-summary.ts';
import { OwnLesson } from './OwnLesson.tsx';
import { ResultsPage } from './ResultsPage.tsx';
import { SummaryFigures } from './SummaryFigures.tsx';
import styles from './SummaryScreen.module.css';
import { useLoad } from '../../lesson/use-load.ts';

export interface SummaryScreenProps {
  /** The assessments. The first one with a summary is shown. */
  of: readonly number[];
  /** The reason why the lesson itself could not be shown, with a retry. */
  problem?: unknown;
  onRetry?: () => void;
  /** Called when none has a summary, unless there is a problem to show. */
  onNothing: () => void;
  onHome: () => void;
}

/** The Assessment Summary, shown when no lesson runs. */
export function SummaryScreen({ of, problem, onRetry, onNothing, onHome }: SummaryScreenProps) {
  const loaded = useLoad(of.join(), async () => ({ found: await loadSummary(of, true) }));
  const found = loaded.value?.found ?? null;
  const summary = found?.summary ?? null;
  const isNothing = loaded.value !== null && summary === null && problem === undefined;
  useEffect(() => {
    if (isNothing) onNothing();
  }, [isNothing, onNothing]);

  return (
    <ResultsPage title={t('join.assessmentSummary')} onHome={onHome}>
      {summary && (
        <p className={styles.sub}>
          {summary.class_name} · {summary.title}
          {summary.finished_at && <> · {t('join.finishedOn', { date: dayOf(summary.finished_at) })}</>}
        </p>
      )}
      {problem !== undefined && onRetry && <LoadFailed error={problem} onRetry={onRetry} />}
      {found ? (
        <>
          <p>
            <a href={studentSnapshot(found.assessment_id)}>{t('snapshot.title')}</a> ·{' '}
            <a href={`/work-products?assessment_id=${found.assessment_id}`}>{t('join.workProduct')}</a>
          </p>
          <OwnLesson assessmentId={found.assessment_id} />
          <h2 className={styles.heading}>{t('join.likesAndCommentsTitle')}</h2>
          <SummaryFigures summary={found.summary} level="h3" />
        </>
      ) : loaded.problem && problem === undefined ? (
        <LoadFailed error={loaded.problem} onRetry={loaded.reload} />
      ) : (
        problem === undefined && <SkeletonText lines={6} />
      )}
    </ResultsPage>
  );
}
