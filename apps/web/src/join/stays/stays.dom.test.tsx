import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '../../base/session.ts';
import { person } from '../../testing/people.ts';
import { failure, type Reply, scriptFetch, success } from '../../testing/scripted-fetch.ts';
import { OPENED, question } from '../testing/lesson-data.ts';
import { ReviewScreen } from './ReviewScreen.tsx';
import { SoloScreen } from './SoloScreen.tsx';
import { newerDraft } from './use-solo-draft.ts';

const doc = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
const shown = { ...question, id: 1 };
const revealed = {
  ...shown,
  responses: shown.responses.map((response, index) => ({ ...response, is_valid: index === 0, description: doc(index === 0 ? 'Two paths.' : 'One battery.') })),
};
const solo = {
  assessment_id: 8,
  title: 'Two lamps',
  class_name: 'Physics 9B',
  teacher_name: 'Ms Okafor',
  finished_at: OPENED,
  minutes: 8,
  started: true,
  forms: ['Form - 1A', 'Form - 1B', 'Form - 2'],
  form: 'Form - 1A' as string | null,
  draft: null as object | null,
  questions: [shown] as object[],
  answers: [] as object[],
  reasons: null as object[] | null,
};
const asked = {
  id: 5,
  assessment_id: 8,
  title: 'Two lamps',
  class_name: 'Physics 9B',
  finished_at: OPENED,
  ends_at: OPENED,
  round: 1,
  question: shown,
  answer: null,
};
const GET = 'GET /live/learning/solo';
const ANSWER = 'POST /live/learning/solo/answer';

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  localStorage.clear();
  signIn('token-7', person());
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const open = (script: Record<string, Reply>) => {
  const calls = scriptFetch({ 'PUT /live/learning/solo/draft': success({ saved_at: OPENED, revision: 9 }), ...script });
  render(<SoloScreen assessmentId={8} onHome={() => undefined} />);
  return calls;
};

test('[B2246] a missed lesson begins with what it is and takes, then asks Form - 1A', async () => {
  open({ [GET]: success({ solo: { ...solo, started: false, form: null, questions: [] } }), 'POST /live/learning/solo/start': success({ solo }) });
  await screen.findByText(/about 8 minutes/);
  await userEvent.click(screen.getByRole('button', { name: /^Start Form.-.1A$/ }));
  await screen.findByRole('region', { name: 'Form - 1A' });
  expect(screen.getAllByRole('radio')).toHaveLength(shown.responses.length);
});

test('[B2246] after the own answer the reasons of classmates stand by their choice, without names, and the own choice is marked', async () => {
  const reasons = shown.responses.map(({ id }, index) => ({ response_id: id, reasons: index === 0 ? [doc('The current splits.')] : [] }));
  const answers = [{ form: 'Form - 1A', question_id: 1, response_id: shown.responses[1]!.id, words: '', is_right: null }];
  open({ [GET]: success({ solo: { ...solo, form: 'Form - 1B', answers, reasons } }) });
  const read = await screen.findByRole('region', { name: 'What classmates thought' });
  expect(within(read).getByText('The current splits.')).toBeTruthy();
  expect(screen.queryByText('Correct')).toBeNull();
  expect(screen.getByText('Your answer in Form - 1A')).toBeTruthy();
});

test('[B2246] when all forms are answered it shows right and wrong with the reasons, and leads to the class’s results', async () => {
  const answers = ['Form - 1A', 'Form - 1B'].map((form, index) => ({
    form,
    question_id: 1,
    response_id: shown.responses[1 - index]!.id,
    words: 'mine',
    is_right: index === 1,
  }));
  open({ [GET]: success({ solo: { ...solo, form: null, questions: [revealed], answers } }) });
  const part = await screen.findByRole('region', { name: shown.title });
  expect(within(part).getByText('Two paths.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See how your class answered' }).getAttribute('href')).toBe('/student-live-snapshot?assessment_id=8');
});

test('[B2249] what is typed survives a lost network and a reload, is sent with the answer, and a missing choice is named', async () => {
  const calls = open({ [GET]: success({ solo }), [ANSWER]: 'offline' });
  fireEvent.change(await screen.findByLabelText('Justify Your Answer'), { target: { value: 'It splits.' } });
  await userEvent.click(screen.getByRole('button', { name: /^Submit Form.-.1A$/ }));
  expect(screen.getByRole('alert').textContent).toBe('Response is required');
  await userEvent.click(screen.getAllByRole('radio')[0]!);
  await userEvent.click(screen.getByRole('button', { name: /^Submit Form.-.1A$/ }));
  await waitFor(() => expect(calls.some(({ path }) => path === '/live/learning/solo/answer')).toBe(true));
  cleanup();
  const again = open({ [GET]: success({ solo }), [ANSWER]: success({ solo: { ...solo, form: null } }) });
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Justify Your Answer')).value).toBe('It splits.');
  await userEvent.click(screen.getByRole('button', { name: /^Submit Form.-.1A$/ }));
  await screen.findByText('You have done this lesson alone.');
  expect(again.find(({ path }) => path === '/live/learning/solo/answer')?.body).toEqual({
    assessment_id: 8,
    form: 'Form - 1A',
    response_id: shown.responses[0]!.id,
    words: 'It splits.',
  });
  expect(Object.keys(localStorage).filter((key) => key.startsWith('cw.typed.'))).toEqual([]);
});

test('[B2249] a solo answer says where the words are: with the server, on this device, or nowhere but here', async () => {
  const draft = 'PUT /live/learning/solo/draft';
  const type = async (value: string) => fireEvent.change(await screen.findByLabelText('Justify Your Answer'), { target: { value } });
  open({ [GET]: success({ solo }), [draft]: 'offline' });
  await screen.findByText('Saved as you type');
  await type('It splits.');
  expect(screen.getByText('Saved on this device, and not on the server yet')).toBeTruthy();
  cleanup();
  open({ [GET]: success({ solo }) });
  await type('It splits in two.');
  expect(screen.queryByText(/^Saved \d/)).toBeNull();
  await screen.findByText(/^Saved \d/);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('no space');
  });
  await type('It splits in three.');
  expect(screen.getByText('Not saved yet. Keep this page open.')).toBeTruthy();
  expect(screen.queryByText(/^Saved/)).toBeNull();
});

test('[B2249] the later revision of device and server is shown', () => {
  const [early, late] = [
    { revision: 1, response_id: null, words: 'early' },
    { revision: 2, response_id: 3, words: 'late' },
  ];
  expect([newerDraft(early, late), newerDraft(late, early), newerDraft(null, early)]).toEqual([late, late, early]);
  expect(newerDraft(null, null)).toEqual({ revision: 0, response_id: null, words: '' });
});

test('[B2243] somebody who took part is led to the results', async () => {
  open({ [GET]: failure(409, 'SOLO_TOOK_PART') });
  expect((await screen.findByRole('link', { name: 'See how your class answered' })).getAttribute('href')).toBe('/student-live-snapshot?assessment_id=8');
});

test('[B2235] a question that is asked again says at once if the answer was right, and why', async () => {
  const wrong = shown.responses[1]!.id;
  const calls = scriptFetch({
    'GET /live/learning/review': success({ review: asked }),
    'POST /live/learning/review/answer': success({ review: { ...asked, question: revealed, answer: { response_id: wrong, is_right: false } } }),
  });
  render(<ReviewScreen reviewId={5} onHome={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Submit Answer' }));
  expect(screen.getByRole('alert').textContent).toBe('Response is required');
  await userEvent.click(screen.getAllByRole('radio')[1]!);
  await userEvent.click(screen.getByRole('button', { name: 'Submit Answer' }));
  await screen.findByText('Your answer was not correct. You are asked once more in some weeks.');
  expect(screen.getByText('Two paths.')).toBeTruthy();
  expect(calls.at(-1)?.body).toEqual({ review_id: 5, response_id: wrong });
});

test('[B2244] “Not now” leads Home and says when the question comes back', async () => {
  scriptFetch({ 'GET /live/learning/review': success({ review: asked }), 'POST /live/learning/review/later': success({ shown_from: OPENED }) });
  const onHome = vi.fn<(message?: string) => void>();
  render(<ReviewScreen reviewId={5} onHome={onHome} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(onHome).toHaveBeenCalledWith('This question comes back tomorrow.'));
});
