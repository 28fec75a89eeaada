import { expect, test } from 'vitest';
import { comment, post } from '../testing/lesson-data.ts';
import { countComments, keepOrder, orderPosts, withComment, withLike, withReply } from './posts.ts';

const quiet = post(1, 1, { last_update: '2026-11-20T10:03:00.000Z' });
const liked = post(2, 2, { total_likes: [5, 6], last_update: '2026-11-20T10:01:00.000Z' });
const discussed = post(3, 3, { comments: [comment(1, 2)], last_update: '2026-11-20T10:00:00.000Z' });

test('replies count as comments', () => {
  expect(countComments(discussed)).toBe(3);
});

test('most discussed: comments with replies, then likes, then the newer one', () => {
  expect(orderPosts([quiet, liked, discussed], 'discussed')).toEqual([3, 2, 1]);
  expect(orderPosts([discussed, liked, quiet], 'newest')).toEqual([1, 2, 3]);
});

test('what is on the screen keeps its place while others come and go', () => {
  expect(keepOrder([2, 1], [quiet, liked, discussed])).toEqual({ shown: [2, 1], waiting: 1 });
  expect(keepOrder([2, 1], [quiet])).toEqual({ shown: [1], waiting: 0 });
});

test('[L411] [L269] a like goes into the likes and out of the dislikes, once', () => {
  const disliked = post(1, 1, { total_dislikes: [7] });
  expect(withLike(withLike(disliked, 7), 7)).toMatchObject({ total_likes: [7], total_dislikes: [] });
});

test('a comment or reply that an event brought first is not shown twice', () => {
  expect(withComment(discussed, comment(1, 2)).comments).toHaveLength(1);
  const reply = comment(1, 2).replies[0];
  expect(reply && countComments(withReply(discussed, 1, reply))).toBe(3);
});
