import type { PostView } from '@classwright/contract/lesson/live/views';

/** Order of the posts: by how much was said and liked, or by when they came. */
export type PostOrder = 'discussed' | 'newest';

const remarksOn = ({ comments }: PostView): number => comments.reduce((sum, { replies }) => sum + 1 + replies.length, 0);

/** Ids in the chosen order; what is equal stands by time, the newest first. */
export function orderPosts(posts: readonly PostView[], order: PostOrder): number[] {
  const byTime = posts.toSorted((left, right) => right.last_update.localeCompare(left.last_update) || right.id - left.id);
  if (order === 'discussed') byTime.sort((left, right) => remarksOn(right) - remarksOn(left) || right.total_likes.length - left.total_likes.length);
  return byTime.map(({ id }) => id);
}

/** What stands in the feed while somebody reads it: nothing moves, what is new waits until it is asked for. */
export function keepOrder(shown: readonly number[], posts: readonly PostView[]): { ids: number[]; waiting: number } {
  const there = new Set(posts.map(({ id }) => id));
  const ids = shown.filter((id) => there.has(id));
  return { ids, waiting: there.size - ids.length };
}
