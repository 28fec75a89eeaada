import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { momentOf } from '../../../base/dates.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Stack } from '../../../ui/plain/layout/layout.tsx';
import type { Course } from '../classes/index.ts';
import { AnnouncementCard } from './AnnouncementCard.tsx';
import styles from './announcements.module.css';
import { type Announcement, loadStream, refreshAll, streamKey, updateAnnouncement } from './calls.ts';
import { DeleteAnnouncementsDialog } from './DeleteAnnouncementsDialog.tsx';
import { deleteWithUndo } from './delete-with-undo.ts';
import { parseStreamSearch } from './search.ts';
import { t } from '../../../base/t.ts';

/** Shows the announcements of a class, newest first; for staff, unposted ones are above them. */
export function Stream({ course }: { course: Course }) {
  const { push } = usePageSearch(parseStreamSearch);
  const [deleting, setDeleting] = useState<Announcement | null>(null);
  const isStaff = course.standing === 'staff';
  const pages = useInfiniteQuery({
    queryKey: [...streamKey(course.id), 'list'],
    queryFn: ({ pageParam, signal }) => loadStream(course.id, pageParam === null ? {} : { after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const acts = (one: Announcement) => ({
    onOpen: (show?: 'answers') => push({ announcement: one.id, ...(show && { show }) }),
    onEdit: () => push({ edit: one.id }),
    onDelete: () => setDeleting(one),
  });
  const announcements = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Stack gap={12} shrinks>
      {isStaff && <Waiting course={course} drafts={pages.data?.pages[0]?.drafts ?? []} onEdit={(id) => push({ edit: id })} />}
      {pages.error && !pages.data && <LoadFailed error={pages.error} pending={pages.isFetching} onRetry={() => void pages.refetch()} />}
      {pages.isPending && !pages.error && (
        <Card className={styles.announcement}>
          <SkeletonText lines={4} />
        </Card>
      )}
      {pages.data && announcements.length === 0 && (
        <EmptyState compact title={t('stream.none')}>
          {t(isStaff ? 'stream.noneStaffHint' : 'stream.noneHint')}
        </EmptyState>
      )}
      {announcements.map((one) => (
        <AnnouncementCard key={one.id} announcement={one} {...acts(one)} />
      ))}
      {pages.hasNextPage && (
        <Button pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('stream.earlier')}
        </Button>
      )}
      <DeleteAnnouncementsDialog rows={deleting && [deleting]} onClose={() => setDeleting(null)} onConfirm={deleteWithUndo} />
    </Stack>
  );
}

/** Shows drafts, and scheduled announcements. */
function Waiting({ course, drafts, onEdit }: { course: Course; drafts: readonly Announcement[]; onEdit: (id: number) => void }) {
  const post = async (id: number) => {
    try {
      await updateAnnouncement(id, { state: 'PUBLISHED' });
      showSnack(t('stream.posted'));
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
    await refreshAll();
  };
  if (drafts.length === 0) return null;
  return (
    <Card className={styles.waiting} aria-label={t('stream.waiting')}>
      <h2>{t('stream.waiting')}</h2>
      <ul>
        {drafts.map(({ id, summary, scheduledTime, missed_at }) => (
          <li key={id}>
            <span>
              <span dir="auto">{summary || t('stream.withoutWords')}</span>
              <small>{scheduledTime ? t('stream.waitsFor', { at: momentOf(scheduledTime) }) : t(missed_at ? 'stream.missed' : 'stream.draft')}</small>
            </span>
            {!course.is_archived && (
              <>
                <Button size="s" onClick={() => onEdit(id)}>
                  {t('stream.edit')}
                </Button>
                <Button size="s" variant="light" onClick={() => void post(id)}>
                  {t('stream.postNow')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
