import { commentsEarlier } from '@classwright/contract';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { loadComments } from './comments.ts';
import type { PostsContext } from './dependencies.ts';
import { findVisiblePost } from './reading.ts';
import { toEarlierView } from './views.ts';

/**
 * Returns comments older than those that come with a post; none for somebody who may not read comments there (LIVE-35).
 */
export function implementCommentsEarlier({ feeds }: PostsContext): Implementation {
  return implement(commentsEarlier, async ({ tx, input, actor }) => {
    const found = await findVisiblePost(tx, feeds, actor, { postId: input.post_id });
    if (!found) throw appError('POST_NOT_FOUND');
    if (!found.scope.readsComments) return { comments: [], earlier: null };
    const { comments, replies, earlier } = await loadComments(tx, { postId: input.post_id }, input.before);
    const [before] = earlier;
    return { comments: found.feed.commentViews(comments, replies), earlier: before ? toEarlierView(before) : null };
  });
}
