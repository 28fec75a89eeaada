import type { liveTeacherSnapshot } from '@classwright/contract/lesson/live/snapshots';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { buttonClasses } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { useLessonSteps } from '../../use-lesson-steps.ts';
import { parseLiveSnapshotSearch } from './search.ts';
import { t } from '../../../base/t.ts';
import { TeacherSnapshot } from './TeacherSnapshot.tsx';

/** The page of a lesson's live snapshot, for its staff. */
export function LiveSnapshotScreen() {
  const { assessment_id, id } = usePageSearch(parseLiveSnapshotSearch).search;
  const asked = assessment_id ?? id;
  return (
    <>
      <PageHeader title={t('snapshot.title')} />
      {asked === undefined ? (
        <EmptyState title={t('snapshot.noAssessment')} figure={false} action={<WayTo path="/teacher-live-learning" words={t('snapshot.openLessons')} />}>
          {t('snapshot.noAssessmentHint')}
        </EmptyState>
      ) : (
        <LiveSnapshot assessmentId={asked} />
      )}
    </>
  );
}

const WayTo = ({ path, words }: { path: string; words: string }) => (
  <AppLink className={buttonClasses()} to={path}>
    {words}
  </AppLink>
);

/** A lesson's live snapshot for its staff. It updates while the lesson runs. */
export function LiveSnapshot({ assessmentId }: { assessmentId: number }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['live', 'snapshot', assessmentId],
    queryFn: ({ signal }) => api<typeof liveTeacherSnapshot>('GET', '/live/learning/teachers/snapshot', { query: { assessment_id: assessmentId }, signal }),
  });
  useLessonSteps(assessmentId, data !== undefined && data.snapshot?.session.state !== 'finished', refetch);
  if (data?.snapshot) return <TeacherSnapshot snapshot={data.snapshot} />;
  if (data)
    return (
      <EmptyState
        title={t('snapshot.none')}
        figure={false}
        action={<WayTo path={`/teacher-live-learning?assessment_id=${assessmentId}`} words={t('snapshot.openLesson')} />}
      >
        {t('snapshot.notYetStaff')}
      </EmptyState>
    );
  return error ? (
    <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} otherwise={t('snapshot.failed')} />
  ) : (
    <SkeletonText lines={10} />
  );
}
