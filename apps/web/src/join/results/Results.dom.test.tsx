import type { Form } from '@classwright/contract/lesson/live/forms';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStore } from '../../base/store.ts';
import { scriptFetch, success } from '../../testing/scripted-fetch.ts';
import type { Lesson } from '../lesson/lesson.ts';
import { NOTHING_KNOWN, takeActive } from '../lesson/model.ts';
import { active, comment as theirs, OPENED, post, question, session } from '../testing/lesson-data.ts';
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
const doc = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
const lesson = { assessmentId: 8, model: createStore(NOTHING_KNOWN) } as unknown as Lesson;

beforeEach(() => {
  history.replaceState(null, '', '/student-live-learning?assessment_id=8');
  scriptFetch({
    'GET /forms/wise/post/reactions': success({ form_1A: inForm1A, form_1B: none, form_2: none }),
    'GET /live/learning/summary': success({ summary }),
    'GET /live/learning/student/answers': success({ questions: [], answers: [], same_way: null }),
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
  expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual(['Form - 1A', 'Form - 1B', 'Form - 2']);
  const rings = screen.getAllByRole('img', { name: /^\d+ Reactions: / }).map((ring) => ring.getAttribute('aria-label'));
  expect(rings).toEqual([
    '4 Reactions: Total likes 3, Total comments 1',
    '2 Reactions: Total likes 0, Total comments 2',
    '0 Reactions: Total likes 0, Total comments 0',
  ]);
});

test('[B177] [LIVE-35] what staff said is called withheld, not missing, while the open form is not answered', async () => {
  const second = takeActive(NOTHING_KNOWN, active({ session: session({}, ['Form - 1A', 'Form - 1B']) }));
  scriptFetch({
    'GET /forms/wise/post/reactions': success({ form_1A: { ...inForm1A, comments: { ...inForm1A.comments, received: [] } }, form_1B: none, form_2: none }),
  });
  render(<Results lesson={{ assessmentId: 8, model: createStore(second) } as unknown as Lesson} />);
  await screen.findByText('You see comments after you have answered Form - 1B.');
  expect(region('MY RESPONSES RECEIVED').textContent).toBe('MY RESPONSES RECEIVEDtotal likes2total comments–');
  expect(region('MY RESPONSES GIVEN').textContent).toBe('MY RESPONSES GIVENtotal likes1total comments1');
  expect(screen.queryByText('No comments')).toBeNull();
});

describe('[B175] the end of a lesson', () => {
  const right = {
    ...question,
    responses: [
      { ...question.responses[0]!, is_valid: true, description: doc('Two paths let more current through.') },
      { ...question.responses[1]!, is_valid: false },
    ],
  };
  const distribution = (form: Form, counts: [number, number]) => ({
    form,
    answered: counts[0] + counts[1],
    of: 30,
    counts: counts.map((count, index) => ({ response_id: 11 + index, count })),
  });
  const wrong = [{ response: 'It stays the same', comment: doc('One battery.'), detail: { title: null, response_id: 12 } }];
  const late = {
    form: 'Form - 1B' as const,
    kind: 'answer' as const,
    response_id: 12,
    response: 'It stays the same',
    received_at: OPENED,
    comment: doc('after the bell'),
  };
  const staff = { ...theirs(5), by_staff: true, first_name: 'Ada', last_name: 'Okafor', comment: 'Look at lamp 2.' };
  const own = {
    same_way: 3,
    questions: [right],
    answers: [
      {
        form: 'Form - 1A',
        question_id: 1,
        post: post(1, 7, { is_correct: false, body: wrong, comments: [staff, theirs(6)] }),
        late: [],
        distribution: distribution('Form - 1A', [9, 16]),
      },
      {
        form: 'Form - 1B',
        question_id: 1,
        post: post(2, 7, { form: 'Form - 1B', is_correct: true, filed_by: 'server' }),
        late: [late],
        distribution: distribution('Form - 1B', [16, 9]),
      },
      { form: 'Form - 2', question_id: 1, post: null, late: [], distribution: null },
    ],
  };

  test('shows the own answers in their order with right and wrong, what is right and why, the teacher’s comments and the class', async () => {
    scriptFetch({ 'GET /live/learning/summary': success({ summary }), 'GET /live/learning/student/answers': success(own) });
    render(<SummaryScreen of={[8]} onNothing={() => undefined} onHome={() => undefined} />);
    const card = await screen.findByRole('region', { name: 'Closing a switch' });
    const said = within(card)
      .getAllByRole('listitem')
      .slice(0, 3)
      .map((item) => item.textContent);
    const way = screen.getByRole('region', { name: 'Your way' });
    expect(within(way).getByRole('heading', { level: 2 }).textContent).toBe('You changed your mind after talking and were right, as 3 others did.');
    expect(way.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(said).toEqual([
      'Form - 1ANot correctBIt stays the sameOne battery.',
      expect.stringMatching(
        /^Form - 1BCorrectAIt gets brighterYour answer, submitted automatically at the endToo late to countBIt stays the sameafter the bell$/,
      ),
      'Form - 2You did not answer this form.',
    ]);
    expect(card.textContent).toContain('Two paths let more current through.');
    expect(card.textContent).toContain('Look at lamp 2.');
    expect(card.textContent).not.toContain('But does it split?');
    expect(screen.getByRole('heading', { name: /^Right answers in your class: 36% in Form.-.1A, 64% in Form.-.1B$/ })).toBeTruthy();
  });

  test('keeps the figures of the class when the own answers do not come, with a way to ask again', async () => {
    scriptFetch({ 'GET /live/learning/summary': success({ summary }), 'GET /live/learning/student/answers': 'offline' });
    render(<SummaryScreen of={[8]} onNothing={() => undefined} onHome={() => undefined} />);
    await screen.findByRole('heading', { name: 'Form - 2' });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});
