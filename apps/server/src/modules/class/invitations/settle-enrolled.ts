import type { Tx } from '../../../platform/database/index.ts';
import type { Enrollment } from '../classes/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';
import { settleInvitations } from './queries.ts';
import { noticeKey } from './send-invitations.ts';

/** Ends the invitation and its notification for people who have joined the class, also by its code. */
export const settleEnrolled =
  (notifier: Notifier) =>
  async (tx: Tx, { courseId, accountIds }: Enrollment): Promise<void> => {
    await settleInvitations(tx, courseId, accountIds);
    await notifier.withdraw(tx, noticeKey(courseId), accountIds);
  };
