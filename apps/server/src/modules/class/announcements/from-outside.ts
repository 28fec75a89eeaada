import { toDocument } from '@classwright/rules/rich-text/to-document';
import type { Tx } from '../../../platform/database/index.ts';
import type { ClassRoom } from '../classes/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';
import { summaryOf } from './decide.ts';
import {
  insertOutsideAnnouncements,
  listOutsideAnnouncements,
  lockOutsideAnnouncements,
  mergeAnnouncementExternal,
  type NewOutsideAnnouncement,
  type OutsideAnnouncement,
  updateOutsideAnnouncement,
} from './outside-queries.ts';
import { keyOf } from './posting.ts';
import { archiveAnnouncements, saveStudents } from './queries.ts';

export { listOutsideAnnouncements, lockOutsideAnnouncements, mergeAnnouncementExternal, type OutsideAnnouncement };

/** An announcement that was made outside. `studentIds`: the students of one for individual students. */
export interface AnnouncementFromOutside extends Omit<NewOutsideAnnouncement, 'text' | 'summary'> {
  words: string;
  studentIds: readonly number[];
}

const toWords = (words: string) => {
  const text = toDocument(words);
  return { text, summary: summaryOf(text) };
};

/**
 * Creates announcements that were made outside, in their state there. Sends no notifications, since the author's system
 * has sent them.
 */
export async function importNewAnnouncements(
  tx: Tx,
  course: { courseId: number; creatorId: number },
  announcements: readonly AnnouncementFromOutside[],
  room: ClassRoom,
): Promise<number[]> {
  const ids = await insertOutsideAnnouncements(
    tx,
    course,
    announcements.map((one) => ({ ...one, ...toWords(one.words) })),
  );
  await saveStudents(
    tx,
    announcements.flatMap(({ studentIds }, place) => studentIds.map((accountId) => ({ announcementId: ids[place] as number, accountId }))),
  );
  if (ids.length > 0) await room.announce(tx, course.courseId, 'class.stream.changed');
  return ids;
}

/** Applies changes of an announcement from outside. */
export async function importAnnouncementChanges(
  tx: Tx,
  { courseId, id }: { courseId: number; id: number },
  { words, scheduled_at, isPosted }: { words?: string; scheduled_at?: string | null; isPosted?: boolean },
  room: ClassRoom,
): Promise<void> {
  await updateOutsideAnnouncement(tx, id, {
    ...(words === undefined ? {} : { words: toWords(words) }),
    ...(scheduled_at === undefined ? {} : { scheduled_at }),
    ...(isPosted === undefined ? {} : { isPosted }),
  });
  await room.announce(tx, courseId, 'class.stream.changed');
}

/** Archives announcements that were deleted outside, or restores them. */
export async function setOutsideAnnouncementsArchived(
  tx: Tx,
  courseId: number,
  ids: readonly number[],
  isGone: boolean,
  { room, notifier }: { room: ClassRoom; notifier: Notifier },
): Promise<void> {
  await archiveAnnouncements(tx, ids, isGone);
  if (isGone) await notifier.withdraw(tx, ids.map(keyOf));
  await room.announce(tx, courseId, 'class.stream.changed');
}
