import { en } from '@classwright/contract/messages/en';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { scriptFetch } from '../../../testing/scripted-fetch.ts';
import { LessonList } from './LessonList.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

const schedule = { schedule_date: '2026-11-24', start_time: '10:35', end_time: '11:25' };
const lesson = (id: number, more: object) => ({
  ...{ assessment_id: id, title: `Lesson ${id}`, class_name: 'Physics 9B', teacher_name: 'Ada Okoye', schedule_time: schedule },
  ...{ status: 'Active', running: false, form: null, is_today: false },
  ...more,
});

test('[B1941] the state of a lesson stands in words of the page, never as it goes over the wire', async () => {
  const data = [lesson(1, { running: true, form: 'Form - 1B' }), lesson(2, { is_today: true }), lesson(3, {}), lesson(4, { status: 'finished' })];
  const calls = scriptFetch({ 'GET /live/learning/lessons': pageOf(data) });
  openScreen(() => <LessonList state={{}} onState={() => undefined} />, { address: '/teacher-live-learning' });
  const list = await screen.findByRole('table');
  const states = ['Lesson 1', 'Lesson 2', 'Lesson 3', 'Lesson 4'].map((name) => within(list).getByRole('row', { name: new RegExp(name) }).textContent);
  expect(states).toEqual([
    expect.stringContaining('Running: '),
    expect.stringContaining('Today'),
    expect.stringContaining('Not started'),
    expect.stringContaining('Finished'),
  ]);
  expect(calls.map(({ query }) => [query.get('page'), query.get('search_text')])).toEqual([['1', null]]); // [B3048] all lessons, from the first on
});

test('[B2967] a lesson shows its day and its hours, and one without a day says that it is not scheduled', async () => {
  const data = [lesson(1, {}), lesson(2, { schedule_time: { schedule_date: null, start_time: null, end_time: null } })];
  scriptFetch({ 'GET /live/learning/lessons': pageOf(data) });
  openScreen(() => <LessonList state={{}} onState={() => undefined} />, { address: '/teacher-live-learning' });
  const list = await screen.findByRole('table');
  const [planned, open] = ['Lesson 1', 'Lesson 2'].map((name) => within(list).getByRole('row', { name: new RegExp(name) }).textContent);
  for (const part of [/Nov.* 24|24.* Nov/, /10:35/, /11:25/]) expect(planned).toMatch(part);
  expect(planned).not.toContain(en['lesson.notScheduled']);
  expect(open).toContain(en['lesson.notScheduled']);
});
