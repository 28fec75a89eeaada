import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { clearDevice } from './clear-device.ts';
import { keepLesson, readKeptLesson } from '../join/lesson/kept-lesson.ts';
import { NOTHING_KNOWN, takeActive, takeFeed } from '../join/lesson/model.ts';
import { addAnswer, confirmAnswer, refuseItem, writeDraft, type Writing } from './outbox/changes.ts';
import { createDeviceStore } from './outbox/device-store.ts';
import type { OutboxItem } from './outbox/item.ts';
import { active, post } from '../join/testing/lesson-data.ts';

const model = takeActive(NOTHING_KNOWN, active({ post_response: post(1, 7) }));
const kept = { assessmentId: 8, model, serverAtMs: 1_000, deviceAtMs: Date.now() };
const writing: Writing = { account_id: 7, assessment_id: 8, session_id: 40, form: 'Form - 1A', response_id: 11, comment: 'because', written_at: 1_000_000 };

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
});

test('[B181] signing out leaves on the device what is not sent yet and what was refused, and nothing else of a lesson', async () => {
  const store = createDeviceStore();
  const sent = await store.apply(7, addAnswer(writing));
  await store.apply(7, confirmAnswer(sent.key, '2026-11-20T10:01:00.000Z'));
  await store.apply(7, writeDraft({ ...writing, form: 'Form - 1B' }));
  const refused = await store.apply(7, addAnswer({ ...writing, form: 'Form - 2' }));
  await store.apply(7, refuseItem(refused as OutboxItem, { code: 'PHASE_CLOSED', message: 'late', at: 1 }));
  const other = await store.apply(8, addAnswer({ ...writing, account_id: 8 }));
  await store.apply(8, confirmAnswer(other.key, '2026-11-20T10:01:00.000Z'));
  keepLesson(7, kept);
  keepLesson(8, kept);
  localStorage.setItem('cw.typed.7.post-1', '{"text":"half a comment","key":"k"}');
  localStorage.setItem('cw.typed.70.post-1', '{"text":"of somebody else","key":"k"}');

  await clearDevice(7);
  expect((await store.list(7)).map(({ kind, form }) => [kind, form])).toEqual([
    ['draft', 'Form - 1B'],
    ['answer', 'Form - 2'],
  ]);
  expect(await store.list(8)).toHaveLength(1);
  expect([readKeptLesson(7), readKeptLesson(8)?.assessmentId]).toEqual([null, 8]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('cw.typed'))).toEqual(['cw.typed.70.post-1']);
});

test('what is kept of a lesson for a reload holds nothing that classmates wrote, and is too old after hours', () => {
  const feed = { form: 'Form - 1A' as const, visible: true, posts: [post(1, 7), post(2, 8)], distribution: null };
  keepLesson(7, { ...kept, model: takeFeed(model, feed, 7) });
  expect(readKeptLesson(7)?.model).toMatchObject({
    question: { title: 'Closing a switch' },
    feed: null,
    earlierFeeds: {},
    ownPosts: { 'Form - 1A': { id: 1 } },
  });
  expect(JSON.stringify(readKeptLesson(7))).not.toContain('"id":2,"form"');
  expect(readKeptLesson(7, kept.deviceAtMs + 4 * 3_600_000)).toBeNull();
  localStorage.setItem('cw.lesson.7', '{"model":{}}');
  expect(readKeptLesson(7)).toBeNull();
});
