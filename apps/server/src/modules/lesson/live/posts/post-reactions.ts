import { postReactions } from '@classwright/contract';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { PostsContext } from './dependencies.ts';
import { findVisiblePost } from './reading.ts';

/** Lists the people who like a post, by name, for everybody who may see the post. */
export function implementPostReactions({ feeds }: PostsContext): Implementation {
  return implement(postReactions, async ({ tx, input, actor }) => {
    const found = await findVisiblePost(tx, feeds, actor, { postId: input.post_id });
    if (!found) throw appError('POST_NOT_FOUND');
    const { post, feed } = found;
    return { likes: feed.likersOf(post.id), total_likes: post.total_likes, total_dislikes: post.total_dislikes };
  });
}
