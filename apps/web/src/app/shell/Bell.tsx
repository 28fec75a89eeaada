import { channels } from '@classwright/contract/lesson/live/events';
import type { notificationCount } from '@classwright/contract/school/notifications/calls';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../base/api.ts';
import { t } from '../../base/t.ts';
import { queryClient } from '../../base/query-client.ts';
import { connectionStore, listen } from '../../base/realtime.ts';
import { createRefetcher } from '../../base/refetcher.ts';
import { useChunk } from '../../base/use-chunk.ts';
import { useStore } from '../../base/use-store.ts';
import { useUser } from '../../base/use-user.ts';
import { IconBell } from '../../ui/plain/icons.ts';
import { Popover } from '../../ui/plain/Popover.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import styles from './Shell.module.css';

const loadPanel = () => import('../../features/school/notifications/index.ts');
/** The interval at which the bell polls while the account's channel is down. */
const FALLBACK_MS = 60_000;
/** The highest number shown. */
const MOST_SHOWN = 99;

/** Shows the signed-in person's notifications, with the number of unread ones. */
export function Bell() {
  const connection = useStore(connectionStore);
  useTold(useUser().account_id);
  const { data } = useQuery({
    queryKey: ['notifications', 'count'],
    queryFn: ({ signal }) => api<typeof notificationCount>('GET', '/notifications/count', { signal }),
    refetchInterval: connection.status === 'online' ? false : FALLBACK_MS,
  });
  const unread = data?.unread ?? 0;
  const said = useNews(data?.unread);
  useReading(data?.paths);
  return (
    <>
      <Popover
        icon={IconBell}
        label={unread > 0 ? t('bell.unread', { count: unread }) : t('bell.title')}
        badge={unread > MOST_SHOWN ? t('bell.many') : unread > 0 ? String(unread) : undefined}
        className={styles.barButton}
        panelClassName={styles.bellPanel}
      >
        {(close) => <Panel onClose={close} />}
      </Popover>
      <span role="status" className="visually-hidden">
        {said > 0 && t('bell.unread', { count: said })}
      </span>
    </>
  );
}

/**
 * Reloads the notifications once there is something new, or one was read on another device: at a random moment within a
 * second, since a whole class is notified simultaneously.
 */
function useTold(accountId: number): void {
  useEffect(() => {
    const refetcher = createRefetcher(() => queryClient.invalidateQueries({ queryKey: ['notifications'] }));
    const unlisten = listen(channels.account(accountId), {
      onReady: () => refetcher.request(),
      onEvent: (name) => name === 'notifications.changed' && refetcher.request(),
    });
    return () => {
      unlisten();
      refetcher.stop();
    };
  }, [accountId]);
}

function Panel({ onClose }: { onClose: () => void }) {
  const panel = useChunk(loadPanel);
  return panel ? <panel.BellPanel onClose={onClose} /> : <SkeletonText lines={4} />;
}

/**
 * Marks notifications that lead to a page as read once that page is opened in any way, but not those that arrive while
 * it is open.
 */
function useReading(paths: readonly string[] | undefined): void {
  const at = useRouterState({ select: ({ location }) => location.href });
  const looked = useRef<string>(undefined);
  useEffect(() => {
    if (!paths || looked.current === at) return;
    looked.current = at;
    if (paths.length === 0) return;
    void loadPanel().then(({ isOpened, readPaths }) => {
      const opened = paths.filter((path) => isOpened(path, at));
      if (opened.length > 0) readPaths(opened);
    });
  }, [paths, at]);
}

/** Returns the number to announce to a screen reader: only once it has grown, not when the page opens. */
function useNews(unread: number | undefined): number {
  const before = useRef<number>(undefined);
  const [said, setSaid] = useState(0);
  useEffect(() => {
    if (unread === undefined) return;
    if (before.current !== undefined && unread > before.current) setSaid(unread);
    before.current = unread;
  }, [unread]);
  return said;
}
