import type { EnrolmentListener } from '../classes/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';
import { settleInvitations } from './queries.ts';
import { noticeKey } from './send-invitations.ts';

/** Whoever is in a class, by its code too, is not invited to it any more, nor told so. */
export const settleEnrolled =
  (notifier: Notifier): EnrolmentListener =>
  async (tx, { courseId, accountIds }) => {
    await settleInvitations(tx, courseId, accountIds);
    await notifier.withdraw(tx, noticeKey(courseId), accountIds);
  };
