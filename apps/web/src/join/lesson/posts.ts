import type { CommentView, PostView } from '@classwright/contract/lesson/live/views';

export type PostOrder = 'discussed' | 'newest';

/** Counts comments and their replies, as shown on a post. */
export const countComments = (post: PostView): number => post.comments.reduce((sum, comment) => sum + 1 + comment.replies.length, post.earlier?.remarks ?? 0);

/** Returns post ids in the selected order. Most discussed: comments and replies, then likes; ties by the newer one. */
export function orderPosts(posts: readonly PostView[], order: PostOrder): readonly number[] {
  const newest = (left: PostView, right: PostView) => Date.parse(right.last_update) - Date.parse(left.last_update) || right.id - left.id;
  const discussed = (left: PostView, right: PostView) =>
    countComments(right) - countComments(left) || right.total_likes.length - left.total_likes.length || newest(left, right);
  return [...posts].sort(order === 'newest' ? newest : discussed).map(({ id }) => id);
}

/**
 * Returns the order on the screen as posts arrive: visible posts keep their place, deleted ones are removed, new ones
 * wait until requested. Returns the same array if nothing changes.
 */
export function keepOrder(shown: readonly number[], posts: readonly PostView[]): { shown: readonly number[]; waiting: number } {
  const there = new Set(posts.map(({ id }) => id));
  const kept = shown.every((id) => there.has(id)) ? shown : shown.filter((id) => there.has(id));
  return { shown: kept, waiting: posts.length - kept.length };
}

/** Returns the post with a like by this account, as it will be once the server has it. */
export function withLike(post: PostView, accountId: number): PostView {
  return { ...post, total_likes: [...new Set([...post.total_likes, accountId])], total_dislikes: post.total_dislikes.filter((id) => id !== accountId) };
}

/** Returns the post with the server's likes. */
export function withReactions(post: PostView, reactions: Pick<PostView, 'total_likes' | 'total_dislikes'>): PostView {
  return { ...post, total_likes: reactions.total_likes, total_dislikes: reactions.total_dislikes };
}

/** Returns the post with a new comment, added once. */
export function withComment(post: PostView, comment: CommentView): PostView {
  return post.comments.some(({ id }) => id === comment.id) ? post : { ...post, comments: [...post.comments, comment] };
}

/** Returns the post with a new reply under its comment, added once. */
export function withReply(post: PostView, commentId: number, reply: CommentView['replies'][number]): PostView {
  const comments = post.comments.map((comment) =>
    comment.id !== commentId || comment.replies.some(({ id }) => id === reply.id) ? comment : { ...comment, replies: [...comment.replies, reply] },
  );
  return { ...post, comments };
}
