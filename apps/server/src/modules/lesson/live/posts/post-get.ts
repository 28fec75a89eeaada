import { postGet } from '@classwright/contract';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { PostsContext } from './dependencies.ts';
import { findVisiblePost } from './reading.ts';

/** Returns one post, as far as its reader may know it. */
export function implementPostGet({ feeds }: PostsContext): Implementation {
  return implement(postGet, async ({ tx, input, actor }) => {
    const found = await findVisiblePost(tx, feeds, actor, { postId: input.post_id });
    if (!found) throw appError('POST_NOT_FOUND');
    return { post: found.post };
  });
}
