import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { appNow } from '../../../platform/clock.ts';
import { type JobKind, JobPostponed } from '../../../platform/jobs/index.ts';
import type { AnnouncementsDependencies } from './dependencies.ts';
import { type Audience, listAudiences, lockScheduled, markScheduleMissed, setCreator, setPosted } from './queries.ts';
import { pathOf } from './views.ts';

type Tellers = Pick<AnnouncementsDependencies, 'notifier' | 'room'>;

export const coursesOf = (some: readonly { course_id: number }[]): number[] => [...new Set(some.map(({ course_id }) => course_id))];

/** The notification key of the announcement. Each person gets one notification. */
export const keyOf = (id: number): string => `announcement:${id}`;

const KIND = 'announcement.post';
interface Waiting {
  announcement_id: number;
}

/** Notifies people of announcements. With `actorId` null, each notification names the announcement's author. */
export async function notify(tx: Tx, { notifier }: Tellers, audiences: readonly Audience[], actorId: number | null): Promise<void> {
  await notifier.notify(
    tx,
    audiences.map(({ id, course_id, summary, account_ids, creator_id }) => ({
      kind: 'announcement',
      key: keyOf(id),
      accountIds: account_ids,
      courseId: course_id,
      actorId: actorId ?? creator_id,
      params: { title: summary },
      path: pathOf({ id, course_id }),
    })),
  );
}

/**
 * Notifies the recipients of announcements that have just been posted, and the pages of their classes. It takes as many
 * statements for 300 as for one.
 */
export async function announcePosted(tx: Tx, tellers: Tellers, ids: readonly number[], actorId: number | null): Promise<void> {
  const audiences = await listAudiences(tx, ids);
  await notify(tx, tellers, audiences, actorId);
  await tellers.room.announceInAll(tx, coursesOf(audiences), 'class.stream.changed');
}

/** Schedules drafts for their posting time. */
export async function schedule(tx: Tx, { jobs }: Pick<AnnouncementsDependencies, 'jobs'>, ids: readonly number[], at: Date, requestId: string): Promise<void> {
  await jobs.enqueue<Waiting>(
    tx,
    KIND,
    ids.map((announcement_id) => ({ announcement_id })),
    { runAt: at, requestId, keyOf: ({ announcement_id }) => String(announcement_id) },
  );
}

/**
 * Posts a draft when its time has come. If the author has left the class, its owner becomes the author. In an archived
 * class it stays a draft, and its staff see the time it missed.
 */
export function postingJob({ db, ...tellers }: Tellers & { db: Db }): JobKind<Waiting> {
  return {
    kind: KIND,
    tries: 8,
    run: ({ announcement_id }) =>
      inTransaction(db, async (tx) => {
        const due = await lockScheduled(tx, announcement_id);
        if (!due) return;
        if (due.scheduled_at.getTime() > (await appNow(tx)).getTime()) throw new JobPostponed('its time was moved', { at: due.scheduled_at });
        if (!due.is_active) {
          await markScheduleMissed(tx, due.id);
          return tellers.room.announceToStaff(tx, due.course_id, 'class.stream.changed');
        }
        if (!due.is_by_staff) await setCreator(tx, due.id, due.owner_id);
        await setPosted(tx, [due.id]);
        await announcePosted(tx, tellers, [due.id], null);
      }),
  };
}
