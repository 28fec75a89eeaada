/**
 * Notifications: messages to people in the bell and by email.
 *
 * Invariants: a notification commits or rolls back with the transaction of its cause; nobody is notified twice of one
 * thing, or of their own actions; notifications about a class are shown and emailed only to its current people; a read
 * notification is no longer emailed; each email is planned once, never for a deactivated account, and carries the link
 * that ends its kind.
 */
import type { ManifestWith } from '../../../manifest.ts';
import type { NotificationsDependencies } from './dependencies.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type JobKind, type Scheduled, scheduledJob } from '../../../platform/jobs/index.ts';
import { deleteOldNotifications, findUnread, listNotifications, markRead, markUnread, listPreferences, savePreferences } from './queries.ts';
import { implementMailChoice, registerOneClick } from './mail-choice.ts';
import { createMailLinks, type MailLinks } from './mail-links.ts';
import { notificationMailJobs } from './mail.ts';
import { createNotifier, type Notifier, announceNotifications } from './notifier.ts';
import {
  MAX_UNREAD_COUNTED,
  notificationCount,
  notificationList,
  notificationRead,
  notificationUnread,
  KINDS_OF,
  type NotificationKind,
  type NotificationPreferences,
  notificationPreferences,
  notificationPreferencesUpdate,
  DEFAULT_MAIL,
} from '@classwright/contract';
import { implement, type Implementation, type Actor, can } from '../../../platform/http/index.ts';
import { toNotificationView } from './views.ts';
import { personalData } from './personal-data.ts';

export type { Notice } from './notice.ts';

const KEEP_DAYS = { read: 90, all: 400 };
const AT_ONCE = 2_000;

/** Deletes old notifications in batches, so that nobody waits for it. */
function deleteNotificationsJob(db: Db): JobKind<Scheduled> {
  return scheduledJob('notifications.forget', 60, async () => {
    while ((await deleteOldNotifications(db, KEEP_DAYS, AT_ONCE)) >= AT_ONCE);
  });
}
export { createNotifier, listPreferences, type Notifier, savePreferences };

export function notificationsModule({
  installation,
  ...given
}: Omit<NotificationsDependencies, 'mailLinks'> & { installation: { linkSecret: string } }): ManifestWith<{ notifier: Notifier }> {
  const { db, realtime, mail } = given;
  const mailLinks: MailLinks = createMailLinks(installation.linkSecret);
  const dependencies: NotificationsDependencies = { ...given, mailLinks };
  const notifier = createNotifier({ realtime, sendsMail: mail !== null });
  return {
    parts: { notifier },
    eventWords: ['notifications'],
    routes: [(app, { countAddress }) => registerOneClick(app, { db, mailLinks, countAddress })],
    personalData,
    implementations: [...implementOwnNotifications(dependencies), ...implementPreferences(dependencies), ...implementMailChoice(dependencies)],
    jobs: [deleteNotificationsJob(dependencies.db), ...notificationMailJobs(dependencies)],
  };
}

/** Implements reading one's own notifications; nobody else can read them. */
function implementOwnNotifications({ t, realtime }: NotificationsDependencies): Implementation[] {
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

/** Returns the kinds of notifications that somebody with these rights can get. */
function kindsFor(actor: Actor): readonly NotificationKind[] {
  const kinds: NotificationKind[] = [];
  const isGuardian = can(actor, 'my-children', 'view');
  if (actor.isAdmin) kinds.push(...KINDS_OF.admin);
  if (can(actor, 'live-lessons', 'view')) kinds.push(...KINDS_OF.staff);
  else if (can(actor, 'live-participation', 'view') || (!actor.isAdmin && !isGuardian)) kinds.push(...KINDS_OF.student);
  if (isGuardian) kinds.push(...KINDS_OF.guardian);
  if (can(actor, 'data-requests', 'edit')) kinds.push(...KINDS_OF.requests);
  if (can(actor, 'rosters', 'edit')) kinds.push(...KINDS_OF.rosters);
  return [...new Set(kinds)];
}

/** Implements choosing the kinds of email notifications and when they are sent; only that person can choose. */
function implementPreferences({ t, mail }: NotificationsDependencies): Implementation[] {
  async function load(db: Db, actor: Actor): Promise<NotificationPreferences> {
    const chosen = await listPreferences(db, actor.accountId);
    return {
      sends_mail: mail !== null,
      preferences: kindsFor(actor).map((kind) => ({ kind, mail: chosen.get(kind) ?? DEFAULT_MAIL[kind], is_usual: !chosen.has(kind) })),
    };
  }
  return [
    implement(notificationPreferences, ({ tx, actor }) => load(tx, actor)),
    implement(notificationPreferencesUpdate, async ({ tx, actor, input }) => {
      await savePreferences(tx, actor.accountId, new Map(input.preferences.map((one) => [one.kind, one.mail])));
      return { ...(await load(tx, actor)), message: t('notification.preferencesSaved') };
    }),
  ];
}
