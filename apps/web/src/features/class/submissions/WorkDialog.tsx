import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isApiError } from '../../../base/api.ts';
import { FullDialog } from '../../../ui/full-dialog/index.ts';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { useCourse } from '../classes/index.ts';
import type { SeenOfWork } from '../classwork/index.ts';
import type { Closed } from './ClosedNotice.tsx';
import { keys, loadWork, type Work } from './calls.ts';
import { t } from '../../../base/t.ts';
import styles from './work.module.css';

export interface WorkDialogProps {
  courseId: number;
  workId: number;
  /** The visible section, from the address. */
  seen: SeenOfWork;
  onSee: (seen: SeenOfWork) => void;
  onClose: () => void;
  /** A notice about another system, above everything. */
  notice?: ReactNode;
}

export interface OpenWorkProps {
  notice: ReactNode;
  courseId: number;
  work: Work;
  closed: Closed;
  seen: SeenOfWork;
  onSee: (seen: SeenOfWork) => void;
  onClose: () => void;
}

const StaffWork = lazyScreen(() => import('./staff/StaffWork.tsx'), 'StaffWork');
const StudentWork = lazyScreen(() => import('./student/StudentWork.tsx'), 'StudentWork');

/** One work in full screen: its staff see what was handed in, a student hands in an answer. */
export function WorkDialog({ courseId, workId, seen, onSee, onClose, notice }: WorkDialogProps) {
  const course = useCourse(courseId);
  const work = useQuery({ queryKey: keys.work(courseId, workId), queryFn: ({ signal }) => loadWork(courseId, workId, signal) });
  if (course.data && work.data) {
    const Open = course.data.standing === 'staff' ? StaffWork : StudentWork;
    const isGone = [course.error, work.error].some((error) => isApiError(error) && (error.status === 404 || error.status === 403));
    const closed = isGone ? 'gone' : course.data.is_archived ? 'archived' : null;
    return <Open courseId={courseId} work={work.data} closed={closed} seen={seen} onSee={onSee} onClose={onClose} notice={notice} />;
  }
  const failed = course.error ? course : work.error ? work : null;
  return (
    <FullDialog title={t('submissions.work')} onClose={onClose}>
      <div className={styles.page}>
        {failed ? <LoadFailed error={failed.error} pending={failed.isFetching} onRetry={() => void failed.refetch()} /> : <SkeletonText lines={6} />}
      </div>
    </FullDialog>
  );
}
