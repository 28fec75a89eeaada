import { replyGet } from '@classwright/contract';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { PostsContext } from './dependencies.ts';
import { findVisibleComment } from './reading.ts';

/** Returns one reply to a comment. */
export function implementReplyGet({ feeds }: PostsContext): Implementation {
  return implement(replyGet, async ({ tx, input, actor }) => {
    const comment = await findVisibleComment(tx, feeds, actor, { replyId: input.reply_id });
    const reply = comment?.replies.find(({ id }) => id === input.reply_id);
    if (!reply) throw appError('REPLY_NOT_FOUND');
    return { reply };
  });
}
