import { type LessonEventBody, liveHide, liveRewrite, liveUnhide } from '@classwright/contract';
import { toDocument } from '@classwright/rules/rich-text';
import { audit } from '../../../../platform/audit/index.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { type AppError, appError } from '../../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../../platform/http/index.ts';
import { toHiddenView } from './audience.ts';
import { findHidden, findText, type HiddenRow, insertHidden, replaceText, saveOriginal, showAgain, type StoredText } from './audience-queries.ts';
import type { PostsContext } from './dependencies.ts';
import { lockSessionShared, type PostRefRow } from './queries.ts';
import { saveForReview } from './writing.ts';
import { openReadingOfPost, type PostTarget, type Reading } from './reading.ts';

type TextPlace = { type: HiddenRow['subject_type']; id: number };

const NOT_FOUND = { post: 'POST_NOT_FOUND', comment: 'COMMENT_NOT_FOUND', reply: 'REPLY_NOT_FOUND' } as const;
/** The names under which the originals of censored texts are kept for review. */
const CENSORED_AS = {
  post: { subject_type: 'live_post', field: 'comment' },
  comment: { subject_type: 'post_comment', field: 'comment' },
  reply: { subject_type: 'comment_reply', field: 'reply' },
} as const;
const missing = ({ type }: TextPlace): AppError => appError(NOT_FOUND[type]);
const toTarget = ({ type, id }: TextPlace): PostTarget => {
  if (type === 'post') return { postId: id };
  return type === 'comment' ? { commentId: id } : { replyId: id };
};

interface OpenedText {
  ref: PostRefRow;
  reading: Reading;
  text: StoredText;
}

/** Opens a text for a person of its lesson. @throws the code of its kind, also for people who may not know of it */
async function openText(tx: Tx, actor: Actor, place: TextPlace, audience: 'staff' | 'student'): Promise<OpenedText> {
  const opened = await openReadingOfPost(tx, actor, toTarget(place), (sessionId) => lockSessionShared(tx, sessionId));
  const text = opened && (await findText(tx, place));
  if (!opened || !text || opened.reading.lesson.audience !== audience) throw missing(place);
  return { ...opened, text };
}

const changed = ({ post_id }: PostRefRow): LessonEventBody => ({ name: 'assessment.post.changed', items: [post_id] });

/**
 * Hides a student's text from the class at once, during a lesson or after it (LIVE-114). Its choice still counts. The
 * author gets a note in private; the audit trail keeps who did it, to whom, and why.
 */
export function implementLiveHide({ events }: PostsContext): Implementation {
  return implement(liveHide, async ({ tx, input, actor, requestId }) => {
    const { reason, words, ...place } = input;
    const { ref, reading, text } = await openText(tx, actor, place, 'staff');
    if (!text.by_student) throw appError('TEXT_OF_STAFF');
    const { session } = reading.loaded;
    const subject = { session_id: session.id, post_id: ref.post_id, subject_type: place.type, subject_id: place.id, account_id: text.account_id };
    if (await insertHidden(tx, { ...subject, reason, words, hidden_by: actor.accountId })) {
      const after = { type: place.type, id: place.id, account_id: text.account_id, reason, words, text: text.text };
      await audit(tx, actor, { action: liveHide.name, subjectType: 'assessment', subjectId: session.assessment_id, after, requestId });
      await events.announce(tx, session, changed(ref));
      events.ownNotesChanged(tx, session, [text.account_id]);
    }
    return { hidden: toHiddenView((await findHidden(tx, place))!) };
  });
}

/** Shows a hidden text to the class again, as it is now. */
export function implementLiveUnhide({ events }: PostsContext): Implementation {
  return implement(liveUnhide, async ({ tx, input, actor, requestId }) => {
    const { ref, reading, text } = await openText(tx, actor, input, 'staff');
    const { session } = reading.loaded;
    if (!(await showAgain(tx, input))) return {};
    const after = { type: input.type, id: input.id, account_id: text.account_id };
    await audit(tx, actor, { action: liveUnhide.name, subjectType: 'assessment', subjectId: session.assessment_id, after, requestId });
    await events.announce(tx, session, changed(ref));
    events.ownNotesChanged(tx, session, [text.account_id]);
    return {};
  });
}

/**
 * Replaces an own hidden text, once, while the lesson runs: the class sees the new one, the teacher both. Listed words
 * are replaced in it as in every text for others.
 */
export function implementLiveRewrite({ events, censor, pace }: PostsContext): Implementation {
  return implement(liveRewrite, async ({ tx, input, actor }) => {
    pace.requirePatience(actor.accountId);
    const { text: written, ...place } = input;
    const { ref, reading, text } = await openText(tx, actor, place, 'student');
    if (text.account_id !== actor.accountId) throw missing(place);
    const { session } = reading.loaded;
    if (session.state !== 'running') throw appError('SESSION_NOT_RUNNING');
    const hidden = await findHidden(tx, place);
    if (hidden?.original != null) throw appError('TEXT_REWRITTEN');
    if (!hidden?.is_hidden) throw appError('TEXT_NOT_HIDDEN');
    pace.takeRemark(actor.accountId, 'student');
    if (!(await saveOriginal(tx, hidden.id, text.text))) throw appError('TEXT_REWRITTEN');
    const readable = await (await censor.forClass(tx, session.course_id)).text(written);
    const isCensored = readable.words.length > 0;
    await replaceText(tx, place, { text: readable.value, document: toDocument(readable.value), isCensored });
    const original = place.type === 'post' ? toDocument(written) : written;
    const subject = { ...CENSORED_AS[place.type], subject_id: place.id, account_id: actor.accountId, original };
    await saveForReview(tx, censor, { ref, reading }, readable, subject);
    await events.announce(tx, session, changed(ref));
    events.ownNotesChanged(tx, session, [actor.accountId]);
    return {};
  });
}
