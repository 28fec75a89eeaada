import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { useSendsMail } from '../../../base/set-up.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconCheck } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Lines } from './Line.tsx';
import styles from './MyNotificationsScreen.module.css';
import { parseMyNotificationsSearch } from './search.ts';
import { t } from '../../../base/t.ts';
import { readAll, useNotifications } from './use-notifications.ts';

/** The page of all notifications, or only the unread ones. */
export function MyNotificationsScreen() {
  const { search, replace } = usePageSearch(parseMyNotificationsSearch);
  const unread = search.unread ?? false;
  const list = useNotifications({ unread });
  const sendsMail = useSendsMail();
  const { rows } = list;
  const newest = rows[0];
  return (
    <>
      <PageHeader
        title={t('myNotifications.title')}
        sub={
          <>
            {t('myNotifications.about')} {sendsMail && <AppLink to="/profile">{t('myNotifications.mail')}</AppLink>}
          </>
        }
        actions={
          newest &&
          rows.some(({ read_at }) => read_at === null) && (
            <Button icon={IconCheck} onClick={() => void readAll(newest.id)}>
              {t('bell.markAll')}
            </Button>
          )
        }
      />
      <nav className={styles.filter} aria-label={t('myNotifications.filter')}>
        {([false, true] as const).map((isUnread) => (
          <Button
            key={String(isUnread)}
            size="s"
            variant={isUnread === unread ? 'light' : 'default'}
            aria-current={isUnread === unread ? 'page' : undefined}
            onClick={() => replace(isUnread ? { unread: true } : {})}
          >
            {t(isUnread ? 'myNotifications.unread' : 'myNotifications.all')}
          </Button>
        ))}
      </nav>
      {list.data ? (
        rows.length === 0 ? (
          <EmptyState title={t(unread ? 'myNotifications.allRead' : 'bell.none')}>{t(unread ? 'myNotifications.allReadHint' : 'bell.noneHint')}</EmptyState>
        ) : (
          <Card className={styles.card}>
            <Lines rows={rows} />
            {list.hasNextPage && (
              <div className={styles.more}>
                <Button variant="subtle" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {t('myNotifications.more')}
                </Button>
              </div>
            )}
          </Card>
        )
      ) : list.error ? (
        <LoadFailed error={list.error} onRetry={() => void list.refetch()} pending={list.isFetching} />
      ) : (
        <SkeletonText lines={8} />
      )}
    </>
  );
}
