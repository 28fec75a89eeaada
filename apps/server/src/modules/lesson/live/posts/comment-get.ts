import { commentGet } from '@classwright/contract';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { PostsContext } from './dependencies.ts';
import { findVisibleComment } from './reading.ts';

/** Returns one comment with its replies. */
export function implementCommentGet({ feeds }: PostsContext): Implementation {
  return implement(commentGet, async ({ tx, input, actor }) => {
    const comment = await findVisibleComment(tx, feeds, actor, { commentId: input.comment_id });
    if (!comment) throw appError('COMMENT_NOT_FOUND');
    return { comment };
  });
}
