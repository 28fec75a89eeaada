import type { liveStudentSnapshot } from '@classwright/contract/lesson/live/snapshots';
import { EmptyState } from '../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { ask } from '../ask.ts';
import { useLessonSteps } from '../use-lesson-steps.ts';
import { useLoad } from '../use-load.ts';
import { StudentSnapshot } from './StudentSnapshot.tsx';
import { t } from '../../base/t.ts';

/** Shows one's own results of a lesson, as soon as there are any. */
export function OwnSnapshot({ assessmentId }: { assessmentId: number }) {
  const { value, problem, reload } = useLoad(`snapshot ${assessmentId}`, () =>
    ask<typeof liveStudentSnapshot>('GET', '/live/learning/student/snapshot', { query: { assessment_id: assessmentId } }),
  );
  useLessonSteps(assessmentId, value?.snapshot === null, async () => reload());
  if (!value) return problem ? <LoadFailed error={problem} onRetry={reload} otherwise={t('snapshot.failed')} /> : <SkeletonText lines={8} />;
  return value.snapshot ? <StudentSnapshot snapshot={value.snapshot} /> : <EmptyState title={t('snapshot.none')}>{t('snapshot.noneHint')}</EmptyState>;
}
