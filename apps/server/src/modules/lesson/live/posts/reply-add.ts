import { replyAdd } from '@classwright/contract';
import { canWriteComment } from '@classwright/rules/live';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { PostsContext } from './dependencies.ts';
import { insertReply } from './queries.ts';
import { toReplyView } from './views.ts';
import { lockPost, saveForReview, requireRoomForRemark, toReadable } from './writing.ts';

/** Replies to a comment under the same rules as commenting (LIVE-36, LIVE-37). */
export function implementReplyAdd({ censor, events, fileLinks, pace }: PostsContext): Implementation {
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
    return { reply: toReplyView(row, fileLinks.at(reading.loaded.now)) };
  });
}
