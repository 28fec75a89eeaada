/**
 * Notifications: messages to people in the bell and by email.
 *
 * Invariants: a notification commits or rolls back with the transaction of its cause; nobody is notified twice of one
 * thing, or of their own actions; notifications about a class are shown and emailed only to its current people; a read
 * notification is no longer emailed; each email is planned once, never for a deactivated account, and carries the link
 * that ends its kind.
 */
import type { Manifest } from '../../../manifest.ts';
import type { NotificationsDependencies } from './dependencies.ts';
import { deleteNotificationsJob } from './housekeeping.ts';
import { implementMailChoice } from './mail-choice.ts';
import { notificationMailJobs } from './mail.ts';
import { implementOwnNotifications } from './own-notifications.ts';
import { implementPreferences } from './preferences.ts';

export { registerOneClick } from './mail-choice.ts';
export { createMailLinks, type MailLinks } from './mail-links.ts';
export type { Notice } from './notice.ts';
export { createNotifier, type Notifier } from './notifier.ts';

export function notificationsModule(dependencies: NotificationsDependencies): Manifest {
  return {
    implementations: [...implementOwnNotifications(dependencies), ...implementPreferences(dependencies), ...implementMailChoice(dependencies)],
    jobs: [deleteNotificationsJob(dependencies.db), ...notificationMailJobs(dependencies)],
  };
}
