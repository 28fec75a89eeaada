import { useStore } from '../base/use-store.ts';
import { OldPageNotice } from '../ui/plain/OldPageNotice.tsx';
import { Snackbar } from '../ui/plain/Snackbar.tsx';
import type { Lesson } from './lesson/lesson.ts';
import { LessonScreen } from './lesson-screen/LessonScreen.tsx';
import { lazyScreen } from '../ui/plain/lazy-screen.tsx';
import { Skeleton } from '../ui/plain/Skeleton.tsx';
import { Row, Stack } from '../ui/plain/layout/layout.tsx';
import styles from './LoadingScreen.module.css';
import type { Page } from './page.ts';
import { SnapshotScreen } from './results/SnapshotScreen.tsx';
import { SummaryScreen } from './results/SummaryScreen.tsx';
import { SignedOutScreen } from './SignedOutScreen.tsx';
import { t } from '../base/t.ts';
import { ways } from './ways.ts';

const LessonBegun = lazyScreen(() => import('../lesson/LessonBegun.tsx'), 'LessonBegun');
/** Only students who open these pages load them. */
const SoloScreen = lazyScreen(() => import('./stays/SoloScreen.tsx'), 'SoloScreen');
const ReviewScreen = lazyScreen(() => import('./stays/ReviewScreen.tsx'), 'ReviewScreen');

const toHome = () => ways.toHome();
/** Neither a lesson nor a summary: the page goes to Home, which shows this message. */
const onNothing = () => ways.toHome(t('join.nothingRuns'));

/** The student's page with its current screen. */
export function App({ page }: { page: Page }) {
  const screen = useStore(page.screen);
  const keeping = useStore(page.outbox.keeping);
  const begun = useStore(page.begun);
  return (
    <>
      <OldPageNotice words={t(keeping === 'memory' ? 'join.pageOldMemory' : 'join.pageOld')} reload={t('join.reload')} />
      {begun !== null && <LessonBegun key={begun} assessmentId={begun} />}
      {screen.is === 'loading' && <LoadingScreen />}
      {screen.is === 'lesson' && <LessonStages lesson={screen.lesson} />}
      {screen.is === 'snapshot' && <SnapshotScreen assessmentId={screen.assessmentId} onHome={toHome} />}
      {screen.is === 'solo' && <SoloScreen assessmentId={screen.assessmentId} onHome={toHome} />}
      {screen.is === 'review' && <ReviewScreen reviewId={screen.reviewId} onHome={ways.toHome} />}
      {screen.is === 'summary' && <SummaryScreen of={screen.of} onNothing={onNothing} onHome={toHome} />}
      {screen.is === 'failed' && <SummaryScreen of={[]} problem={screen.problem} onRetry={page.retry} onNothing={onNothing} onHome={toHome} />}
      {screen.is === 'signed-out' && <SignedOutScreen message={screen.message} outbox={page.outbox} />}
      <Snackbar />
    </>
  );
}

function LessonStages({ lesson }: { lesson: Lesson }) {
  const stage = useStore(lesson.stage);
  if (stage.is === 'loading') return <LoadingScreen />;
  if (stage.is === 'running') return <LessonScreen lesson={lesson} onHome={toHome} />;
  const failed = stage.is === 'failed';
  return (
    <SummaryScreen
      of={failed ? [lesson.assessmentId] : stage.of}
      {...(failed && { problem: stage.problem })}
      onRetry={lesson.retry}
      onNothing={onNothing}
      onHome={toHome}
    />
  );
}

/** The lesson's outline as a placeholder while it loads. */
function LoadingScreen() {
  return (
    <div className={styles.page}>
      <p className="visually-hidden" role="status">
        {t('join.loading')}
      </p>
      <Row align="start" justify="between" ground="surface" className={styles.head}>
        <div>
          <Skeleton width={160} height={14} />
          <Skeleton width={96} height={24} radius={6} />
        </div>
        <Skeleton width={96} height={44} />
      </Row>
      <Stack gap={10} className={styles.body}>
        <Skeleton height={16} />
        <Skeleton height={16} />
        <Skeleton width="60%" height={16} />
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} height={50} radius={12} />
        ))}
      </Stack>
    </div>
  );
}
