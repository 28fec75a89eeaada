import { expect, test } from 'vitest';
import { createChance } from '../simulate-class/chance.ts';
import type { Sent, Ways } from './calls.ts';
import { Teacher } from './teacher.ts';

test('[B3070] two hidings at one moment choose two texts, so that none shows again what the other one hides', async () => {
  const post = { id: 7, account: { id: 3 }, hidden: null, body: ['zq1a3f0a0z'], comments: [{ id: 8, account_id: 4, hidden: null, comment: 'zq1a4f0r0z' }] };
  const hidden: unknown[] = [];
  const ways = {
    async send({ path, body = '' }: Sent) {
      if (path.includes('hide')) hidden.push(JSON.parse(body));
      return { status: 200, headers: {}, text: JSON.stringify({ posts: [post] }) };
    },
  } as unknown as Ways;
  const teacher = new Teacher({ ways, servesSinceMs: () => 0, token: 'teacher', seed: 1 });
  const hide = (what: 'post' | 'comment') => teacher.hide(1, 'Form - 1A', what, createChance(1));
  const done = await Promise.all([hide('post'), hide('post'), hide('comment'), hide('comment')]);
  expect(done.map((one) => one?.id ?? null)).toEqual([7, null, 8, null]);
  expect(hidden).toMatchObject([
    { type: 'post', id: 7 },
    { type: 'comment', id: 8 },
  ]);
  expect(teacher.hidden.map(({ accountId }) => accountId)).toEqual([3, 4]);
});
