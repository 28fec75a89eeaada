import { commentAdd } from '@classwright/contract';
import { canWriteComment, computeQuestionPosition } from '@classwright/rules/live';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { PostsContext } from './dependencies.ts';
import { insertComment } from './queries.ts';
import { findChosen, toCommentView, toPostExcerpt } from './views.ts';
import { lockPost, saveForReview, requireRoomForRemark, toReadable } from './writing.ts';

/** Adds a comment to a post (LIVE-36, LIVE-37). */
export function implementCommentAdd({ censor, events, pace, questions, fileLinks }: PostsContext): Implementation {
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
    return { comment: toCommentView(row, toPostExcerpt(post, findChosen(question, post.response_id)?.title ?? null), [], fileLinks.at(now)) };
  });
}
