import { Link } from '@tanstack/react-router';
import { useUser } from '../../../base/use-user.ts';
import { Button, buttonClasses } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconCheck, IconPlus } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import styles from './BellPanel.module.css';
import { LatestAnnouncements } from './LatestAnnouncements.tsx';
import { Lines } from './Line.tsx';
import { t } from '../../../base/t.ts';
import { readAll, useNotifications } from './use-notifications.ts';

/** The maximum shown here. More are on a page of their own. */
const SHOWN = 10;

/** The bell's menu: the latest notifications and links to all announcements. */
export function BellPanel({ onClose }: { onClose: () => void }) {
  const { rights } = useUser();
  const list = useNotifications();
  const { rows } = list;
  const newest = rows[0];
  const hasAnnouncements = rights.includes('announcements:view');
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>{t('bell.title')}</h2>
        {newest && rows.some(({ read_at }) => read_at === null) && (
          <Button size="s" variant="subtle" icon={IconCheck} onClick={() => void readAll(newest.id)}>
            {t('bell.markAll')}
          </Button>
        )}
        {hasAnnouncements && rights.includes('announcements:create') && (
          <Link
            to={'/notifications' as '/home'}
            search={{ create: true } as never}
            className={buttonClasses({ size: 's', variant: 'subtle' })}
            aria-label={t('bell.create')}
            title={t('bell.create')}
            onClick={onClose}
          >
            <IconPlus size={20} />
          </Link>
        )}
      </div>
      {list.data ? (
        rows.length === 0 ? (
          <EmptyState compact title={t('bell.none')}>
            {t('bell.noneHint')}
          </EmptyState>
        ) : (
          <Lines rows={rows.slice(0, SHOWN)} onOpen={onClose} />
        )
      ) : list.error ? (
        <LoadFailed error={list.error} onRetry={() => void list.refetch()} pending={list.isFetching} />
      ) : (
        <SkeletonText lines={5} />
      )}
      <Link to="/my-notifications" className={buttonClasses({ size: 's', variant: 'subtle' })} onClick={onClose}>
        {t('bell.seeAll')}
      </Link>
      {hasAnnouncements && (
        <>
          <h3 className={styles.part}>{t('bell.announcements')}</h3>
          <LatestAnnouncements onOpen={onClose} />
        </>
      )}
      <div className={styles.foot}>
        {hasAnnouncements && (
          <Link to={'/notifications' as '/home'} className={buttonClasses({ size: 's', variant: 'subtle' })} onClick={onClose}>
            {t('bell.viewMore')}
          </Link>
        )}
      </div>
    </div>
  );
}
