import { useQuery } from '@tanstack/react-query';
import { isApiError } from '../../../base/api.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { FullDialog } from '../../../ui/full-dialog/index.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { ClassFrame, type Course } from '../classes/index.ts';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';
import { AnnouncementFormDialog } from './form-dialog.ts';
import styles from './announcements.module.css';
import { Banner } from './Banner.tsx';
import { ALL_KEY, loadAnnouncement, loadAudience, streamKey } from './calls.ts';
import { parseStreamSearch } from './search.ts';
import { Stream } from './Stream.tsx';
import { t } from '../../../base/t.ts';
import { Upcoming } from './Upcoming.tsx';

const PostPanel = lazyScreen(() => import('./staff.ts'), 'PostPanel');

/** Shows the page of a class: its banner, due work, and announcements. */
export function StreamScreen() {
  return (
    <ClassFrame tab="stream">
      {(course) => (
        <>
          <Banner course={course} />
          <div className={styles.columns}>
            <Upcoming courseId={course.id} />
            <div className={styles.list}>
              {course.standing === 'staff' && !course.is_archived && <PostPanel course={course} />}
              <Stream course={course} />
            </div>
          </div>
          <OpenDialog course={course} />
        </>
      )}
    </ClassFrame>
  );
}

/** Shows the dialog that the address names. */
function OpenDialog({ course }: { course: Course }) {
  const { search, replace } = usePageSearch(parseStreamSearch);
  const { announcement, show, edit } = search;
  if (edit !== undefined && course.standing === 'staff') return <EditDialog key={edit} id={edit} course={course} onClose={() => replace({})} />;
  if (announcement === undefined) return null;
  return (
    <AnnouncementDialog
      key={announcement}
      id={announcement}
      courseId={course.id}
      tab={show ?? 'question'}
      onTab={(tab) => replace({ announcement, ...(tab === 'answers' && { show: tab }) })}
      onClose={() => replace({})}
    />
  );
}

/** Opens with the currently stored announcement, and with the names of its students. */
function EditDialog({ id, course, onClose }: { id: number; course: Course; onClose: () => void }) {
  const announcement = useQuery({
    queryKey: [...streamKey(course.id), 'one', id],
    queryFn: ({ signal }) => loadAnnouncement(id, signal),
  });
  const audience = useQuery({
    queryKey: [...ALL_KEY, 'audience', String(course.id)],
    queryFn: ({ signal }) => loadAudience(String(course.id), signal),
  });
  const { data: row, error } = announcement;
  if (row && audience.data)
    return <AnnouncementFormDialog row={row} names={new Map(audience.data.students.map(({ id: studentId, name }) => [studentId, name]))} onClose={onClose} />;
  return (
    <FullDialog title={t('stream.editTitle')} onClose={onClose}>
      <div className={styles.wide}>
        {isApiError(error) && error.status === 404 ? (
          <p className={styles.quiet}>{t('stream.gone')}</p>
        ) : error || audience.error ? (
          <LoadFailed
            error={error ?? audience.error}
            pending={announcement.isFetching || audience.isFetching}
            onRetry={() => void Promise.all([announcement.refetch(), audience.refetch()])}
          />
        ) : (
          <SkeletonText lines={6} />
        )}
      </div>
    </FullDialog>
  );
}
