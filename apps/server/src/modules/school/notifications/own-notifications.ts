import { MAX_UNREAD_COUNTED, notificationCount, notificationList, notificationRead, notificationUnread } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import type { NotificationsDependencies } from './dependencies.ts';
import { announceNotifications } from './notifier.ts';
import { findUnread, listNotifications, markRead, markUnread } from './queries.ts';
import { toNotificationView } from './views.ts';

/** Implements reading one's own notifications; nobody else can read them. */
export function implementOwnNotifications({ t, realtime }: NotificationsDependencies): Implementation[] {
  return [
    implement(notificationList, async ({ tx, actor, input: { before = null, limit, unread } }) => {
      const [rows, { unread: count }] = await Promise.all([
        listNotifications(tx, actor.accountId, { before, limit: limit + 1, unread }),
        findUnread(tx, actor.accountId, MAX_UNREAD_COUNTED),
      ]);
      const shown = rows.slice(0, limit);
      return { data: shown.map(toNotificationView), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null, unread: count };
    }),
    implement(notificationCount, ({ tx, actor }) => findUnread(tx, actor.accountId, MAX_UNREAD_COUNTED)),
    implement(notificationRead, async ({ tx, actor, input: { ids, up_to, paths } }) => {
      const changed = await markRead(tx, actor.accountId, ids ? { ids } : paths ? { paths } : { upTo: up_to ?? 0 });
      if (changed) announceNotifications(realtime, tx, [actor.accountId]);
      const count = changed?.count ?? 0;
      return {
        message: t('notification.markedRead', { count }),
        count,
        read_at: changed?.read_at ?? null,
        unread: (await findUnread(tx, actor.accountId, MAX_UNREAD_COUNTED)).unread,
      };
    }),
    implement(notificationUnread, async ({ tx, actor, input: { ids, read_at } }) => {
      const count = await markUnread(tx, actor.accountId, ids ? { ids } : { readAt: read_at ?? '' });
      if (count > 0) announceNotifications(realtime, tx, [actor.accountId]);
      return { message: t('notification.markedUnread', { count }), count, unread: (await findUnread(tx, actor.accountId, MAX_UNREAD_COUNTED)).unread };
    }),
  ];
}
