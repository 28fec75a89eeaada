/**
 * Notifications: who is told of what, in the bell and by e-mail.
 *
 * Invariants: what is told stands or falls with the transaction of its cause; nobody is told twice of one thing, nor of
 * what they did themselves; what concerns a class is shown and mailed to whoever is in it now; what was read is not
 * mailed any more; each mail is planned once, never for who is deactivated, and carries the link that ends its kind.
 */
import type { Manifest } from '../../../manifest.ts';
import type { NotificationsDependencies } from './dependencies.ts';
import { forgetNotifications } from './housekeeping.ts';
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
    jobs: [forgetNotifications(dependencies.db), ...notificationMailJobs(dependencies)],
  };
}
