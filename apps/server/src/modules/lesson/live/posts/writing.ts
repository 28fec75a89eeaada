import type { Censored } from '@classwright/rules/censorship/index';
import { LIVE_LIMITS } from '@classwright/rules';
import { appearsInFeed } from '@classwright/rules/live';
import { appError } from '../../../../platform/errors.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import type { Censor, NewOriginal } from '../../../class/censorship/index.ts';
import type { LessonPerson } from '../access.ts';
import type { Pace } from './pace.ts';
import { isHiddenFromClass } from './audience-queries.ts';
import { countRemarks, type FeedPostRow, listPosts, lockSessionShared, type PostRefRow } from './queries.ts';
import { openReadingOfPost, type Reading } from './reading.ts';

/**
 * A post that somebody reacts to or comments on. Its session can neither end nor change its settings before commit.
 */
export interface HeldPost {
  ref: PostRefRow;
  reading: Reading;
  post: FeedPostRow;
  byStudent: boolean;
}

/**
 * Locks the post. Null when this person has no such post: another class's, a canceled run's, one that was filed
 * empty (LIVE-48), or for students a hidden one (LIVE-114).
 */
export async function lockPost(tx: Tx, person: LessonPerson, target: { postId: number } | { commentId: number }): Promise<HeldPost | null> {
  const opened = await openReadingOfPost(tx, person, target, (sessionId) => lockSessionShared(tx, sessionId));
  if (!opened) return null;
  const { ref, reading } = opened;
  const [post] = await listPosts(tx, { postId: ref.post_id });
  if (!post || !appearsInFeed(post)) return null;
  const byStudent = reading.lesson.audience === 'student';
  const isHidden = byStudent && (await isHiddenFromClass(tx, ref.post_id, 'commentId' in target ? target.commentId : null));
  return isHidden ? null : { ref, reading, post, byStudent };
}

/**
 * Checks that a person writes neither too fast nor too much. Simultaneous comments pass the count of the form, but the
 * pace limits them to ten. @throws COMMENTS_TOO_FAST, COMMENTS_USED_UP
 */
export async function requireRoomForRemark(tx: Tx, pace: Pace, { ref, byStudent }: HeldPost, accountId: number): Promise<void> {
  const role = byStudent ? 'student' : 'staff';
  pace.takeRemark(accountId, role);
  const { aForm } = LIVE_LIMITS.remarks[role];
  if ((await countRemarks(tx, ref.session_id, ref.form, accountId)) >= aForm) throw appError('COMMENTS_USED_UP', { count: aForm });
}

/** Returns the text as others read it: a student's with listed words replaced, that of staff unchanged. */
export async function toReadable(tx: Tx, censor: Censor, { reading, byStudent }: HeldPost, written: string): Promise<Censored<string>> {
  if (!byStudent) return { value: written, words: [] };
  return (await censor.forClass(tx, reading.loaded.session.course_id)).text(written);
}

/** Stores the original text for staff review if words of it were replaced. */
export async function saveForReview(
  tx: Tx,
  censor: Censor,
  { ref, reading }: Pick<HeldPost, 'ref' | 'reading'>,
  { value, words }: Censored<string>,
  subject: Pick<NewOriginal, 'subject_type' | 'subject_id' | 'field' | 'account_id' | 'original'>,
): Promise<void> {
  if (words.length === 0) return;
  const { course_id, assessment_id } = reading.loaded.session;
  await censor.keep(tx, [{ ...subject, course_id, assessment_id, form: ref.form, shown: value, words }]);
}
