import { useQuery } from '@tanstack/react-query';
import { isApiError } from '../../../base/api.ts';
import { momentOf } from '../../../base/dates.ts';
import { Tabs, TabPanel } from '../../../lesson/Tabs.tsx';
import { FullDialog } from '../../../ui/full-dialog/index.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx';
import { Answers } from './Answers.tsx';
import styles from './announcements.module.css';
import { loadAnnouncement, streamKey } from './calls.ts';
import { Materials } from './Materials.tsx';
import { t } from '../../../base/t.ts';

const NAME = 'announcement';

interface DialogProps {
  id: number;
  courseId: number;
  tab: 'question' | 'answers';
  onTab: (tab: 'question' | 'answers') => void;
  onClose: () => void;
}

/** Shows an announcement on the whole screen: its text, attachments, and replies. */
export function AnnouncementDialog({ id, courseId, tab, onTab, onClose }: DialogProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...streamKey(courseId), 'one', id],
    queryFn: ({ signal }) => loadAnnouncement(id, signal),
  });
  return (
    <FullDialog title={data ? data.creator_name : t('stream.withoutWords')} aside={data && momentOf(data.posted_at ?? data.creationTime)} onClose={onClose}>
      <div className={styles.wide}>
        {isApiError(error) && error.status === 404 ? (
          <p className={styles.quiet}>{t('stream.gone')}</p>
        ) : error && !data ? (
          <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonText lines={6} />
        ) : (
          <>
            <Tabs
              name={NAME}
              label={t('stream.tabs')}
              tabs={[
                { id: 'question', label: t('stream.question') },
                { id: 'answers', label: t('stream.answers') },
              ]}
              value={tab}
              onChange={onTab}
            />
            <TabPanel name={NAME} id={tab} className={styles.tabPanel}>
              {tab === 'question' ? (
                <>
                  <div dir="auto">
                    <RichTextView document={data.text} />
                  </div>
                  <Materials materials={data.materials} />
                </>
              ) : (
                <Answers announcement={data} />
              )}
            </TabPanel>
          </>
        )}
      </div>
    </FullDialog>
  );
}
