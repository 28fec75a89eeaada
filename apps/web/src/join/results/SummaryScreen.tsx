import { useEffect, useRef } from 'react';
import { dayOf } from '../../base/dates.ts';
import { useTitle } from '../../base/use-title.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { IconHome } from '../../ui/plain/icons.ts';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { LogoMark } from '../../ui/plain/Logo.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { t } from '../t.ts';
import { loadSummary } from './load-summary.ts';
import { OwnLesson } from './OwnLesson.tsx';
import { SummaryFigures } from './SummaryFigures.tsx';
import styles from './SummaryScreen.module.css';
import { useLoad } from './use-load.ts';

export interface SummaryScreenProps {
  /** The summary of the first of these that has one. */
  of: readonly number[];
  /** Why the lesson itself could not be shown, with the way to try again. */
  problem?: unknown;
  onRetry?: () => void;
  /** None has a summary. Not called while there is a problem to read. */
  onNothing: () => void;
  onHome: () => void;
}

/** No lesson runs: Assessment Summary. */
export function SummaryScreen({ of, problem, onRetry, onNothing, onHome }: SummaryScreenProps) {
  const loaded = useLoad(of.join(), async () => ({ found: await loadSummary(of, true) }));
  const found = loaded.value?.found ?? null;
  const summary = found?.summary ?? null;
  const isNothing = loaded.value !== null && summary === null && problem === undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(t('join.assessmentSummary'));
  useEffect(() => {
    if (isNothing) onNothing();
  }, [isNothing, onNothing]);
  useEffect(() => heading.current?.focus(), []);

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.bar}>
          <LogoMark />
          <Button size="l" variant="subtle" icon={IconHome} onClick={onHome}>
            {t('join.goHome')}
          </Button>
        </div>
      </header>
      <main className={styles.main}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {t('join.assessmentSummary')}
        </h1>
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
      </main>
    </div>
  );
}
