import { expect, test } from 'vitest';
import { comment, post } from '../../../../join/testing/lesson-data.ts';
import { keepOrder, orderPosts } from './order.ts';

const at = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`;
const posts = [
  post(1, 1, { last_update: at(1), comments: [comment(1)] }),
  post(2, 2, { last_update: at(2), total_likes: [7, 8] }),
  post(3, 3, { last_update: at(3), comments: [comment(2, 2)] }),
  post(4, 4, { last_update: at(4) }),
];

test('most discussed counts comments and replies, then likes, then what is newer', () => {
  expect(orderPosts(posts, 'discussed')).toEqual([3, 1, 2, 4]);
});

test('newest goes by time', () => {
  expect(orderPosts(posts, 'newest')).toEqual([4, 3, 2, 1]);
});

test('while somebody reads, posts keep their places, new ones wait, and withdrawn ones go', () => {
  expect(keepOrder([3, 9, 1], posts)).toEqual({ ids: [3, 1], waiting: 2 });
});
