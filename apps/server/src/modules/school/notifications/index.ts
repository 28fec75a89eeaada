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
import { deleteNotificationsJob } from './housekeeping.ts';
import { implementMailChoice, registerOneClick } from './mail-choice.ts';
import { createMailLinks, type MailLinks } from './mail-links.ts';
import { notificationMailJobs } from './mail.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import { implementOwnNotifications } from './own-notifications.ts';
import { implementPreferences } from './preferences.ts';

export type { Notice } from './notice.ts';
export { createNotifier, type Notifier };

export function notificationsModule({
  installation,
  ...given
}: Omit<NotificationsDependencies, 'mailLinks'> & { installation: { linkSecret: string } }): ManifestWith<{ notifier: Notifier }> {
  const { db, realtime, mail } = given;
  const mailLinks: MailLinks = createMailLinks(installation.linkSecret);
  const dependencies: NotificationsDependencies = { ...given, mailLinks };
  return {
    parts: { notifier: createNotifier({ realtime, sendsMail: mail !== null }) },
    eventWords: ['notifications'],
    routes: [(app, { countAddress }) => registerOneClick(app, { db, mailLinks, countAddress })],
    implementations: [...implementOwnNotifications(dependencies), ...implementPreferences(dependencies), ...implementMailChoice(dependencies)],
    jobs: [deleteNotificationsJob(dependencies.db), ...notificationMailJobs(dependencies)],
  };
}
