import type { Db } from '../../../platform/database/index.ts';
import { type JobKind, type Scheduled, scheduledJob } from '../../../platform/jobs/index.ts';
import { deleteOldNotifications } from './queries.ts';

const KEEP_DAYS = { read: 90, all: 400 };
const AT_ONCE = 2_000;

/** Deletes old notifications in batches, so that nobody waits for it. */
export function deleteNotificationsJob(db: Db): JobKind<Scheduled> {
  return scheduledJob('notifications.forget', 60, async () => {
    while ((await deleteOldNotifications(db, KEEP_DAYS, AT_ONCE)) >= AT_ONCE);
  });
}
