import { commentGet, commentsEarlier, commentAdd, replyGet, replyAdd } from '@classwright/contract';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { PostsContext } from './dependencies.ts';
import { findVisibleComment, findVisiblePost } from './reading.ts';
import { loadComments } from './comments.ts';
import { loadMask, readsAs } from './audience.ts';
import { toCommentViews } from './feed.ts';
import { toEarlierView, toReplyView } from './views.ts';
import { canWriteComment, computeQuestionPosition } from '@classwright/rules/live';
import { insertComment, insertReply } from './queries.ts';
import { lockPost, saveForReview, requireRoomForRemark, toReadable } from './writing.ts';

/** Returns one comment with its replies. */
export function implementCommentGet({ feeds }: PostsContext): Implementation {
  return implement(commentGet, async ({ tx, input, actor }) => {
    const comment = await findVisibleComment(tx, feeds, actor, { commentId: input.comment_id });
    if (!comment) throw appError('COMMENT_NOT_FOUND');
    return { comment };
  });
}

/**
 * Returns comments older than those that come with a post; none for somebody who may not read comments there (LIVE-35).
 */
export function implementCommentsEarlier({ feeds }: PostsContext): Implementation {
  return implement(commentsEarlier, async ({ tx, input, actor }) => {
    const found = await findVisiblePost(tx, feeds, actor, { postId: input.post_id });
    if (!found) throw appError('POST_NOT_FOUND');
    if (!found.scope.readsComments) return { comments: [], earlier: null };
    const { comments, replies, earlier } = await loadComments(
      tx,
      { postId: input.post_id },
      { before: input.before, ofClass: found.scope.readsAs !== 'staff' },
    );
    const [before] = earlier;
    return { comments: await found.feed.commentViews(tx, { comments, replies }, found.scope.readsAs), earlier: toEarlierView(before, found.scope.readsAs) };
  });
}

/** Adds a comment to a post (LIVE-36, LIVE-37). */
export function implementCommentAdd({ censor, events, pace, questions, fileLinks, t }: PostsContext): Implementation {
  return implement(commentAdd, async ({ tx, input, actor }) => {
    pace.requirePatience(actor.accountId);
    const held = await lockPost(tx, actor, { postId: input.post_id });
    if (!held) throw appError('POST_NOT_FOUND');
    const { ref, reading, post, byStudent } = held;
    const { session, state, now } = reading.loaded;
    const permission = canWriteComment(state, ref.form, reading.viewer);
    if (!permission.ok) throw appError(permission.refused);
    await requireRoomForRemark(tx, pace, held, actor.accountId);
    const readable = await toReadable(tx, censor, held, input.comment);
    const row = await insertComment(tx, {
      post_id: ref.post_id,
      account_id: actor.accountId,
      by_student: byStudent,
      comment: readable.value,
      is_censored: readable.words.length > 0,
    });
    const subject = { subject_type: 'post_comment', subject_id: row.id, field: 'comment', account_id: actor.accountId, original: input.comment } as const;
    await saveForReview(tx, censor, held, readable, subject);
    await events.announce(tx, session, { name: 'assessment.comment.added', items: [row.id] });
    const question = await questions.get(tx, session.id, computeQuestionPosition(ref.form));
    const said = { posts: [post], reactions: [], comments: [row], replies: [] };
    const read = (await loadMask({ t }, tx, session, { postId: post.id }, said)).forReaders(said, readsAs(!byStudent, session));
    return { comment: toCommentViews(question, read, read.posts, fileLinks.at(now))[0]! };
  });
}

/** Returns one reply to a comment. */
export function implementReplyGet({ feeds }: PostsContext): Implementation {
  return implement(replyGet, async ({ tx, input, actor }) => {
    const comment = await findVisibleComment(tx, feeds, actor, { replyId: input.reply_id });
    const reply = comment?.replies.find(({ id }) => id === input.reply_id);
    if (!reply) throw appError('REPLY_NOT_FOUND');
    return { reply };
  });
}

/** Replies to a comment under the same rules as commenting (LIVE-36, LIVE-37). */
export function implementReplyAdd({ censor, events, fileLinks, pace, t }: PostsContext): Implementation {
  return implement(replyAdd, async ({ tx, input, actor }) => {
    pace.requirePatience(actor.accountId);
    const held = await lockPost(tx, actor, { commentId: input.comment_id });
    if (!held) throw appError('COMMENT_NOT_FOUND');
    const { ref, reading, byStudent } = held;
    const permission = canWriteComment(reading.loaded.state, ref.form, reading.viewer);
    if (!permission.ok) throw appError(permission.refused);
    await requireRoomForRemark(tx, pace, held, actor.accountId);
    const readable = await toReadable(tx, censor, held, input.reply);
    const row = await insertReply(tx, {
      comment_id: input.comment_id,
      account_id: actor.accountId,
      by_student: byStudent,
      reply: readable.value,
      is_censored: readable.words.length > 0,
    });
    const subject = { subject_type: 'comment_reply', subject_id: row.id, field: 'reply', account_id: actor.accountId, original: input.reply } as const;
    await saveForReview(tx, censor, held, readable, subject);
    await events.announce(tx, reading.loaded.session, { name: 'assessment.reply.added', items: [row.id] });
    const { session, now } = reading.loaded;
    const said = { posts: [], reactions: [], comments: [], replies: [row] };
    const read = (await loadMask({ t }, tx, session, { postId: ref.post_id }, said)).forReaders(said, readsAs(!byStudent, session));
    return { reply: toReplyView(read.replies[0] ?? row, fileLinks.at(now)) };
  });
}
