import { commentsEarlier } from '@classwright/contract';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import type { PostsContext } from './dependencies.ts';
import { findVisiblePost } from './reading.ts';
import { toShownComments } from './views.ts';

/** Comments from before those that come with a post; none for somebody who may not read comments there (LIVE-35). */
export function implementCommentsEarlier({ feeds }: PostsContext): Implementation {
  return implement(commentsEarlier, async ({ tx, input, actor }) => {
    const found = await findVisiblePost(tx, feeds, actor, { postId: input.post_id });
    if (!found) throw appError('POST_NOT_FOUND');
    if (!found.scope.readsComments) return { comments: [], earlier: null };
    const { comments, earlier = null } = toShownComments(found.feed.commentsOf(input.post_id).filter(({ id }) => id < input.before));
    return { comments, earlier };
  });
}
