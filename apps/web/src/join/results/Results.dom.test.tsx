import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '../../app/store.ts';
import { scriptFetch, success } from '../../testing/scripted-fetch.ts';
import type { Lesson } from '../lesson/lesson.ts';
import { NOTHING_KNOWN } from '../lesson/model.ts';
import { OPENED } from '../testing/lesson-data.ts';
import { Results } from './Results.tsx';
import { SummaryScreen } from './SummaryScreen.tsx';

const like = (account_id: number) => ({ post_id: 1, account_id, name: 'Ms Okafor', last_update: OPENED });
const comment = (id: number, name: string, words: string) => ({ id, post_id: 1, account_id: id, name, comment: words, last_update: OPENED });
const none = { likes: { given: [], received: [] }, comments: { given: [], received: [] } };
const inForm1A = {
  likes: { given: [like(7)], received: [like(2), like(3)] },
  comments: { given: [comment(1, 'Priya Nair', 'Does it not split?')], received: [comment(2, 'Ms Okafor', 'Look again.'), comment(3, 'Mr Diaz', 'Good.')] },
};
const form = (name: string, total_likes: number, total_comments: number) => ({ form: name, total_likes, total_comments });
const summary = {
  title: 'Simple circuits',
  class_name: 'Physics 9B',
  finished_at: OPENED,
  form_1A: form('Form - 1A', 3, 1),
  form_1B: form('Form - 1B', 0, 2),
  form_2: form('Form - 2', 0, 0),
};
const lesson = { assessmentId: 8, model: createStore(NOTHING_KNOWN) } as unknown as Lesson;

beforeEach(() => {
  history.replaceState(null, '', '/student-live-learning?assessment_id=8');
  scriptFetch({
    'GET /forms/wise/post/reactions': success({ form_1A: inForm1A, form_1B: none, form_2: none }),
    'GET /live/learning/summary': success({ summary }),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const region = (name: string) => screen.getByRole('heading', { name }).closest('section, article, div') as HTMLElement;

test('[L083] [L084] [L085] each form has its sub-tab, with the totals of what was received and what was given', async () => {
  render(<Results lesson={lesson} />);
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Form 1A', 'Form 1B', 'Form 2', 'Summary']);
  await screen.findByText('MY RESPONSES RECEIVED');
  expect(region('MY RESPONSES RECEIVED').textContent).toBe('MY RESPONSES RECEIVEDtotal likes2total comments2');
  expect(region('MY RESPONSES GIVEN').textContent).toBe('MY RESPONSES GIVENtotal likes1total comments1');
  await userEvent.click(screen.getByRole('tab', { name: 'Form 1B' }));
  expect(region('MY RESPONSES RECEIVED').textContent).toBe('MY RESPONSES RECEIVEDtotal likes0total comments0');
});

test('[L086] [L087] the comments of staff and the student’s own are listed', async () => {
  render(<Results lesson={lesson} />);
  await screen.findByText("TEACHER'S COMMENTS");
  const lists = screen.getAllByRole('list').map((list) =>
    within(list)
      .getAllByRole('listitem')
      .map((entry) => entry.textContent),
  );
  expect(lists).toEqual([
    [expect.stringMatching(/Ms Okafor.*Look again\./), expect.stringMatching(/Mr Diaz.*Good\./)],
    [expect.stringMatching(/Priya Nair.*Does it not split\?/)],
  ]);
  const order = screen.getAllByRole('heading').map((heading) => heading.textContent);
  expect(order.slice(-2)).toEqual(["TEACHER'S COMMENTS", 'MY COMMENTS']);
});

test('[L088] with no active assessment: Assessment Summary with a pie of likes against comments for each form', async () => {
  render(<SummaryScreen of={[8]} onNothing={() => undefined} onHome={() => undefined} />);
  await screen.findByRole('heading', { level: 1, name: 'Assessment Summary' });
  await screen.findByRole('heading', { name: 'Form - 1A' });
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(['Form - 1A', 'Form - 1B', 'Form - 2']);
  const rings = screen.getAllByRole('img', { name: /^\d+ Reactions: / }).map((ring) => ring.getAttribute('aria-label'));
  expect(rings).toEqual([
    '4 Reactions: Total likes 3, Total comments 1',
    '2 Reactions: Total likes 0, Total comments 2',
    '0 Reactions: Total likes 0, Total comments 0',
  ]);
});
