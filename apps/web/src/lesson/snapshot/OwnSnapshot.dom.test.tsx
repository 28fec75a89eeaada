import type { StudentSnapshotView } from '@classwright/contract/lesson/live/snapshots';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { failure, scriptFetch, success } from '../../testing/scripted-fetch.ts';
import { OwnSnapshot } from './OwnSnapshot.tsx';

const CALL = 'GET /live/learning/student/snapshot';
const doc = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
const empty = { type: 'doc' as const, content: [] };
const AT = '2026-03-02T09:10:00.000Z';
const question = (id: number, title: string): StudentSnapshotView['questions'][number] => ({
  id,
  title,
  description: doc('A lamp in a circuit.'),
  resources: [],
  responses: [
    { id: 10 * id + 1, position: 1, response: 'It gets brighter', is_valid: true, description: doc('Two paths.') },
    { id: 10 * id + 2, position: 2, response: 'It goes out', is_valid: false, description: empty },
  ],
});
const report = (form: 'Form - 1A' | 'Form - 1B' | 'Form - 2', question_id: number, counts: [number, number]) => ({
  form,
  question_id,
  responses: counts.map((students, index) => ({ response_id: 10 * question_id + 1 + index, response: '', students })),
  results: [],
  total_likes: 3,
  total_comments: 2,
});
const own = (response_id: number, is_correct: boolean) => ({
  response_text: is_correct ? 'It gets brighter' : 'It goes out',
  response_id,
  is_correct,
  posted_on: AT,
  justification: doc('Because of the second path.'),
  filed_by: 'student' as const,
});
const comments = (...words: string[]) => words.map((comment, id) => ({ id, name: 'Ms Okafor', comment, posted_on: AT }));

const snapshot: StudentSnapshotView = {
  details: {
    assessment_id: 8,
    title: 'Simple circuits',
    class_name: 'Physics 9B',
    teacher_name: 'Ms Okafor',
    grade: 'Grade 9',
    topic: 'Electric circuits',
    standard: '',
    description: empty,
  },
  finished_at: AT,
  took_part: true,
  can_do_alone: false,
  same_way: 14,
  questions: [question(1, 'Closing a switch'), question(2, 'Two lamps')],
  reports: { form_1A: report('Form - 1A', 1, [5, 7]), form_1B: report('Form - 1B', 1, [9, 3]), form_2: report('Form - 2', 2, [6, 6]) },
  my_responses_per_form: { form_1A: [own(12, false)], form_1B: [own(11, true)], form_2: [] },
  late_per_form: { form_1A: [], form_1B: [], form_2: [] },
  my_comments_received_per_form: { form_1A: comments('Look again.'), form_1B: [], form_2: [] },
  my_comments_given_per_form: { form_1A: [], form_1B: comments('Does it not split?'), form_2: [] },
  engagement_summary: {
    likes_i_gave: 4,
    comments_i_gave: 1,
    likes_i_received: 2,
    comments_i_received: 1,
    likes_from_classmates: 6,
    comments_from_classmates: null,
  },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const show = (answer: unknown) => {
  scriptFetch({ [CALL]: answer as never });
  render(<OwnSnapshot assessmentId={8} />);
};

test('[K161] [K162] [K424] [L113] reports of the three forms, with right or wrong, likes and comments given and received', async () => {
  show(success({ snapshot }));
  const [first, second, transfer] = (await Promise.all(['Form - 1A', 'Form - 1B', 'Form - 2'].map((name) => screen.findByRole('region', { name })))) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  expect(within(first).getByText('Not correct')).toBeTruthy();
  expect(within(second).getAllByText('Correct').length).toBeGreaterThan(0);
  expect(within(transfer).getByText('You did not answer this form.')).toBeTruthy();
  expect(within(first).getByRole('list', { name: 'Comments I received' }).textContent).toContain('Look again.');
  expect(within(second).getByRole('list', { name: 'Comments I gave' }).textContent).toContain('Does it not split?');
  expect(within(transfer).getAllByText('No comments')).toHaveLength(2);
  const cards = ['I gave', 'I received from my teacher', 'From classmates'].map((name) => screen.getByRole('heading', { name }).parentElement?.textContent);
  expect(cards).toEqual(['I gave likes4 comments1', 'I received from my teacher likes2 comments1', 'From classmates likes6 comments–']);
});

test('[B2231] [B2536] the own way comes first, in one sentence with the letters and why, then the own words, the class, and last the likes', async () => {
  show(success({ snapshot }));
  const way = await screen.findByRole('region', { name: 'Your way' });
  expect(within(way).getByRole('heading', { level: 2 }).textContent).toBe('You changed your mind after talking and were right, as 14 others did.');
  const legs = ['Form - 1A: B, not correct', 'Form - 1B: A, correct', 'Form - 2: no choice'];
  for (const leg of legs)
    expect(within(way).getByText((_, node) => node?.className === 'visually-hidden' && node.textContent?.replaceAll('\u00a0', ' ') === leg)).toBeTruthy();
  expect(within(way).getAllByText('Two paths.')).toHaveLength(2);
  expect(way.querySelector('details')).toBeNull();
  const order = ['Your way', 'Simple circuits', 'My response', 'How the class answered', 'The question', 'Right answers in your class', 'likes4'];
  const text = document.body.textContent ?? '';
  const places = order.map((words) => (words === 'Your way' ? text.indexOf('You changed your mind') : text.indexOf(words)));
  expect(places).toEqual(places.toSorted((left, right) => left - right));
  expect(places).not.toContain(-1);
});

test('[B2231] without likes and comments their cards are folded, and someone who was absent has no way', async () => {
  const none = { likes_i_gave: 0, comments_i_gave: 0, likes_i_received: 0, comments_i_received: 0, likes_from_classmates: 0, comments_from_classmates: null };
  show(success({ snapshot: { ...snapshot, took_part: false, same_way: null, engagement_summary: none } }));
  const folded = (await screen.findByText('Likes and comments: none')).closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.textContent).toContain('From classmates');
  expect(screen.queryByRole('region', { name: 'Your way' })).toBeNull();
});

test('[K454] comments scroll in a panel that the keyboard reaches', async () => {
  show(success({ snapshot }));
  const list = await screen.findByRole('list', { name: 'Comments I received' });
  expect(list.tabIndex).toBe(0);
});

test('who was absent reads so, and sees what was asked', async () => {
  show(success({ snapshot: { ...snapshot, took_part: false, my_responses_per_form: { form_1A: [], form_1B: [], form_2: [] } } }));
  await screen.findByText('You were not in this lesson.');
  expect(screen.getAllByText('You did not answer this form.')).toHaveLength(3);
});

test('[B2327] a student who missed the lesson is offered to do it alone, and one who joined the class later is not', async () => {
  show(success({ snapshot: { ...snapshot, took_part: false, can_do_alone: true } }));
  expect((await screen.findByRole('link', { name: 'Do it alone' })).getAttribute('href')).toBe('/student-live-solo?assessment_id=8');
  cleanup();
  show(success({ snapshot: { ...snapshot, took_part: false, can_do_alone: false } }));
  await screen.findByText('You were not in this lesson.');
  expect(screen.queryByRole('link', { name: 'Do it alone' })).toBeNull();
});

test('who left the class sees the own answers and nothing of the class', async () => {
  const left = { ...snapshot.reports.form_1A, responses: null, total_likes: null, total_comments: null };
  show(
    success({
      snapshot: { ...snapshot, reports: { form_1A: left, form_1B: { ...left, form: 'Form - 1B' }, form_2: { ...left, form: 'Form - 2', question_id: 2 } } },
    }),
  );
  await screen.findByRole('region', { name: 'Form - 1A' });
  expect(screen.queryByText('How the class answered')).toBeNull();
});

test('[K420] without a snapshot it says so', async () => {
  show(success({ snapshot: null }));
  await screen.findByText('No snapshot loaded.');
});

test('[K419] a failure shows the server’s words, or that it failed to load, and can be tried again', async () => {
  show(failure(503, 'UNAVAILABLE'));
  await screen.findByRole('alert');
  scriptFetch({ [CALL]: success({ snapshot }) });
  await userEvent.click(screen.getByRole('button', { name: /Retry/ }));
  await screen.findByRole('region', { name: 'Form - 1A' });
});
