import type { PostView } from '@classwright/contract/lesson/live/views';

/** The order of the posts: by comments and likes, or by time. */
export type PostOrder = 'discussed' | 'newest';

const remarksOn = ({ comments }: PostView): number => comments.reduce((sum, { replies }) => sum + 1 + replies.length, 0);

/** Returns post ids in the selected order. Equal posts are ordered by time, newest first. */
export function orderPosts(posts: readonly PostView[], order: PostOrder): number[] {
  const byTime = posts.toSorted((left, right) => right.last_update.localeCompare(left.last_update) || right.id - left.id);
  if (order === 'discussed') byTime.sort((left, right) => remarksOn(right) - remarksOn(left) || right.total_likes.length - left.total_likes.length);
  return byTime.map(({ id }) => id);
}

/** Keeps the feed stable while someone reads it: nothing moves, and new posts wait until requested. */
export function keepOrder(shown: readonly number[], posts: readonly PostView[]): { ids: number[]; waiting: number } {
  const there = new Set(posts.map(({ id }) => id));
  const ids = shown.filter((id) => there.has(id));
  return { ids, waiting: there.size - ids.length };
}
