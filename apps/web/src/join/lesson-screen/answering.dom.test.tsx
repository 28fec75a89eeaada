import type { UserView } from '@classwright/contract/people/sign-in/calls';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NOTHING_KNOWN, takeActive, takeEvent, takeFeed, takeOwnLesson, takeOwnPost, takeSession } from '../lesson/model.ts';
import { signIn, signOut } from '../../base/session.ts';
import { setScreenWidth } from '../../testing/match-media.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { active, event, post, question, session } from '../testing/lesson-data.ts';
import { makeStaticLesson } from '../testing/lesson-stand-in.tsx';
import { LiveFeed } from './LiveFeed.tsx';
import { Refusals } from './Refusals.tsx';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
  server.accounts.set('token-7', '7');
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('scrollTo', () => undefined);
  setScreenWidth(360);
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  signOut('chosen');
  vi.unstubAllGlobals();
});

function show(...args: Parameters<typeof makeStaticLesson>) {
  const stand = makeStaticLesson(...args);
  render(
    <>
      <Refusals />
      <LiveFeed />
    </>,
    { wrapper: stand.Around },
  );
  return stand;
}

describe('answering', () => {
  test('[L312] without a choice it says "Response is required" and sends nothing', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Submit Answer' }));
    expect(screen.getByRole('alert').textContent).toBe('Response is required');
    expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]);
    expect(server.calls).toEqual([]);
  });

  test('[L073] one of the responses can be chosen, by pointer and by arrow keys', async () => {
    show();
    const [first, second] = screen.getAllByRole('radio') as [HTMLInputElement, HTMLInputElement];
    await userEvent.click(first);
    expect([first.checked, second.checked]).toEqual([true, false]);
    await userEvent.keyboard('{ArrowDown}');
    expect([first.checked, second.checked]).toEqual([false, true]);
  });

  test('[L277] a choice is sent at once, words when the writer pauses, and the bar says where they are', async () => {
    show();
    await userEvent.click(screen.getByLabelText(/It stays the same/));
    await waitFor(() => expect(screen.getByText(/^Saved \d{1,2}:\d\d:\d\d [AP]M$/)).toBeTruthy());
    // No time of day, which could be confused with the time of saving next to it.
    expect(screen.getByText('You can change it until time is up')).toBeTruthy();
    expect(server.calls).toMatchObject([{ path: '/api/live/learning/draft', body: { response_id: 12 } }]);
    await userEvent.type(screen.getByLabelText('Justify Your Answer'), 'because');
    expect(screen.getByText(/^Saved on this device \d{1,2}:\d\d:\d\d [AP]M$/)).toBeTruthy();
    await waitFor(() => expect(server.calls.at(-1)).toMatchObject({ body: { comment: 'because' } }));
    await waitFor(() => expect(screen.getByText(/^Saved \d/)).toBeTruthy());
  });

  test('[B2190] how sure one is is sent with draft and answer, kept on this device without a network, and can be taken back', async () => {
    server.offline = true;
    const asked = session();
    asked.attempts = asked.attempts.map((attempt) => ({ ...attempt, asks_sure: true }));
    const { outbox } = show(takeActive(NOTHING_KNOWN, active({ session: asked })));
    await userEvent.click(screen.getByLabelText(/It stays the same/));
    const sure = screen.getByRole<HTMLInputElement>('radio', { name: 'Sure' });
    await userEvent.click(sure);
    await userEvent.click(sure);
    expect(sure.checked).toBe(false);
    await userEvent.click(sure);
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect([sure.checked, screen.queryByRole('button', { name: 'Clear' })]).toEqual([false, null]);
    await userEvent.click(screen.getByRole('radio', { name: 'Think so' }));
    await userEvent.click(screen.getByRole('button', { name: 'Submit Answer' }));
    await waitFor(() => expect(screen.getByText('On this device')).toBeTruthy());
    server.offline = false;
    await act(() => outbox.wake());
    await waitFor(() => expect(server.posts).toMatchObject([{ response_id: 12 }]));
    expect(server.calls.findLast(({ path }) => path === '/api/posts/add')?.body).toMatchObject({ confidence: 'think' });
  });

  test('[B2192] a form that does not ask how sure one is shows nothing of it', () => {
    show();
    expect(screen.queryByRole('radio', { name: 'Sure' })).toBeNull();
  });

  test('the answer is said to be on this device until the server has it', async () => {
    server.offline = true;
    const { outbox } = show();
    await userEvent.click(screen.getByLabelText(/It stays the same/));
    await userEvent.click(screen.getByRole('button', { name: 'Submit Answer' }));
    await waitFor(() => expect(screen.getByText('On this device')).toBeTruthy());
    expect(screen.getByRole('heading', { name: 'It stays the same' })).toBeTruthy();
    server.offline = false;
    await act(() => outbox.wake());
    await waitFor(() => expect(screen.getByText('Sent')).toBeTruthy());
    expect(server.posts).toHaveLength(1);
  });

  test('a choice that is not drawn yet when the answer is submitted counts', async () => {
    const stand = makeStaticLesson();
    // A view that receives changes late, as in the first moments of a page.
    Object.assign(stand.lesson.drafting.content, { subscribe: () => () => undefined });
    render(<LiveFeed />, { wrapper: stand.Around });
    const submit = screen.getByRole('button', { name: 'Submit Answer' });
    stand.lesson.drafting.change({ response_id: 12 });
    act(() => submit.click());
    await waitFor(() => expect(screen.getByText('Sent')).toBeTruthy());
    expect(server.posts).toMatchObject([{ response_id: 12 }]);
  });

  test('an answer refused for its content comes back to be corrected, with the server’s words', async () => {
    server.answer = {
      status: 422,
      body: {
        status: 'error',
        code: 'VALIDATION_FAILED',
        message: 'Some fields need a change.',
        errors: { comment: ['Justify Your Answer can have at most 20,000 characters. Shorten it.'] },
      },
    };
    show();
    await userEvent.click(screen.getByLabelText(/It stays the same/));
    await userEvent.type(screen.getByLabelText('Justify Your Answer'), 'too long');
    await userEvent.click(screen.getByRole('button', { name: 'Submit Answer' }));
    await waitFor(() => expect(screen.getByText('Justify Your Answer can have at most 20,000 characters. Shorten it.')).toBeTruthy());
    expect(screen.getByLabelText('Justify Your Answer')).toHaveProperty('value', 'too long');
    server.answer = null;
    await userEvent.clear(screen.getByLabelText('Justify Your Answer'));
    await userEvent.type(screen.getByLabelText('Justify Your Answer'), 'short');
    await userEvent.click(screen.getByRole('button', { name: 'Submit Answer' }));
    await waitFor(() => expect(screen.getByText('Sent')).toBeTruthy());
    expect(server.posts).toMatchObject([{ comment: 'short' }]);
  });

  test('[L254] at 0:00 nothing can be entered, and what was written is shown while it is filed', async () => {
    const { seconds } = show();
    await userEvent.click(screen.getByLabelText(/It stays the same/));
    act(() => seconds.set(0));
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Time is up' })).toBeTruthy();
    expect(screen.getByText('It stays the same')).toBeTruthy();
  });
});

describe('[Form - 1B]', () => {
  const second = takeActive(NOTHING_KNOWN, active({ session: session({ form: 'Form - 1B' }, ['Form - 1A', 'Form - 1B']) }));

  test('[B186] shows the answer of Form - 1A as a reminder, and chooses nothing', () => {
    const own = post(1, 7, {
      body: [
        {
          response: 'It gets brighter',
          comment: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Two paths.' }] }] },
          detail: { title: null, response_id: 11 },
        },
      ],
    });
    show({ ...second, ownPosts: { 'Form - 1A': own } });
    expect(screen.getByText('Your answer in Form - 1A', { selector: 'p' }).parentElement?.textContent).toContain('It gets brighter');
    // Also shown as a mark on its choice.
    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent?.includes('1A'))).toEqual([true, false]);
    expect(screen.getByText('Two paths.')).toBeTruthy();
    expect(screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).checked)).toEqual([]);
  });
});

describe('[B171] the answer of the form before, until the server has said what was filed', () => {
  const second = takeActive(NOTHING_KNOWN, active({ session: session({ form: 'Form - 1B' }, ['Form - 1A', 'Form - 1B']) }));
  const reminder = () => screen.getByText('Your answer in Form - 1A', { selector: 'p' }).parentElement?.textContent;

  test('is the draft of this device, with its choice', async () => {
    server.offline = true;
    const { outbox } = show(second);
    await act(() =>
      outbox.writeDraft({ assessment_id: 8, session_id: 40, form: 'Form - 1A', response_id: 12, comment: 'half a thought', written_at: Date.now() }),
    );
    expect(reminder()).toContain('It stays the same');
    expect(reminder()).toContain('half a thought');
  });

  test('[B200] is said to be none only when the server knows of none', () => {
    const { model } = show(second);
    expect(reminder()).not.toContain('You did not choose');
    const none = { form: 'Form - 1A' as const, question_id: 1, post: null, late: [], distribution: null };
    act(() => model.set(takeOwnLesson(model.get(), { same_way: null, questions: [question], answers: [none] })));
    // The form's name never wraps at its dash.
    expect(reminder()).toContain('You did not choose an answer in Form\u00a0-\u00a01A.');
  });
});

describe('[B172] a form that closed', () => {
  const closed = takeActive(NOTHING_KNOWN, active({ session: session({}, ['Form - 1A'], true) }));
  const filed = { title: null, response_id: null };

  test('without an answer says so, and that nothing was sent', () => {
    const empty = post(1, 7, { filed_by: 'server', body: [{ response: null, comment: { type: 'doc', content: [] }, detail: filed }] });
    show({ ...closed, ownPosts: { 'Form - 1A': empty } });
    expect(screen.getByRole('heading', { name: 'You did not answer this form.' })).toBeTruthy();
    expect(screen.queryByText('Sent')).toBeNull();
    expect(screen.queryByText(/submitted automatically at the end/)).toBeNull();
  });

  test('shows the draft while it is being filed, and claims nothing', async () => {
    server.offline = true;
    const { outbox } = show({ ...closed, settled: [] });
    expect(screen.queryByText('You did not answer this form.')).toBeNull();
    await act(() => outbox.writeDraft({ assessment_id: 8, session_id: 40, form: 'Form - 1A', response_id: 11, comment: '', written_at: Date.now() }));
    expect(screen.getByRole('heading', { name: 'It gets brighter' })).toBeTruthy();
    expect(screen.getByText('What you had written is being submitted.')).toBeTruthy();
    expect(screen.queryByText('Sent')).toBeNull();
  });
});

test('[B174] [L249] the discussion of Form - 1A stays a press away when Form - 1B opens, and comments come back with the answer', async () => {
  const answered = takeActive(NOTHING_KNOWN, active({ post_response: post(1, 7), session: session({ can_comment: true }) }));
  const classmates = { form: 'Form - 1A' as const, visible: true, posts: [post(1, 7), post(2, 8)], distribution: null };
  const opened = takeEvent(
    takeFeed(answered, classmates, 7),
    event(6, {
      name: 'assessment.started',
      form: 'Form - 1B',
      time: { hour: 0, minute: 2, second: 0 },
      question_id: 1,
      GenerateEventOnStudentSide: true,
      deadline_at: '2026-11-20T10:05:00.000Z',
      question,
    }),
  );
  if (opened === 'reload') throw new Error('does not follow');
  signIn('token-7', { account_id: 7, rights: [] } as unknown as UserView);
  const { model } = show(opened);
  await userEvent.click(screen.getByLabelText(/It stays the same/));
  await userEvent.click(screen.getByRole('tab', { name: 'Form - 1A' }));
  expect(screen.getByRole('article', { name: 'Priya Nair' })).toBeTruthy();
  expect(screen.getByText('You see comments after you have answered Form - 1B.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /omment/ })).toBeNull();
  act(() => model.set(takeOwnPost(model.get(), post(3, 7, { form: 'Form - 1B' }))));
  expect(screen.getByRole('button', { name: 'Comment, post of Priya Nair' })).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Form - 1B' }));
  expect(screen.getByRole('heading', { name: 'It gets brighter' })).toBeTruthy();
});

describe('once it may be known', () => {
  test('[L252] right and wrong are said in words with an icon, with the reasoning each response stands for', () => {
    const reasoning = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
    const revealed = {
      ...question,
      responses: [
        { ...question.responses[0]!, is_valid: true, description: reasoning('Two paths let more current through.') },
        { ...question.responses[1]!, is_valid: false, description: reasoning('Takes the battery for a source of current.') },
      ],
    };
    const closed = takeSession(
      takeActive(NOTHING_KNOWN, active({ post_response: post(1, 7, { is_correct: true }) })),
      session({ sequence: 9 }, ['Form - 1A'], true),
    );
    show({ ...closed, question: revealed });
    const answers = screen.getByRole('region', { name: 'The answers' });
    expect([...answers.querySelectorAll('li')].map((one) => /Not correct|Correct/.exec(one.textContent ?? '')?.[0])).toEqual(['Correct', 'Not correct']);
    expect(answers.querySelectorAll('svg').length).toBeGreaterThanOrEqual(2);
    expect(answers.textContent).toContain('Takes the battery for a source of current.');
  });
});

describe('[B173] what came after the end of its form', () => {
  const second = takeActive(NOTHING_KNOWN, active({ session: session({ form: 'Form - 1B' }, ['Form - 1A', 'Form - 1B']) }));
  const late = { assessment_id: 8, session_id: 40, form: 'Form - 1A', response_id: 12, comment: 'too late', written_at: Date.now() } as const;
  const own = (change: object) => ({ form: 'Form - 1A' as const, question_id: 1, post: null, late: [], distribution: null, ...change });
  const notice = () => screen.getByText(/was too late to count/).closest('div')?.parentElement;

  test('[L279] is called late, with its choice and its words, beside the draft that was filed and counts, until it is put away', async () => {
    const { outbox, model } = show(second);
    server.closedForms.add('Form - 1A');
    await act(() => outbox.submitAnswer(late));
    await waitFor(() => expect(screen.getByText('Form - 1A: this answer was too late to count.')).toBeTruthy());
    const filed = post(1, 7, { filed_by: 'server' });
    act(() => model.set(takeOwnLesson(model.get(), { same_way: null, questions: [question], answers: [own({ post: filed })] })));
    expect(notice()?.textContent).toMatch(/your teacher can see it.*It stays the same.*too late.*We counted your earlier draft:.*It gets brighter/);
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText('too late')).toBeNull());
  });

  test('[L279] is known from the server on another device, and that nothing counts where nothing was filed', () => {
    const kept = { form: 'Form - 1A', kind: 'answer', response_id: 12, response: 'It stays the same', received_at: '2026-11-20T10:04:00.000Z' } as const;
    const words = { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'said elsewhere' }] }] };
    show(takeOwnLesson(second, { same_way: null, questions: [question], answers: [own({ late: [{ ...kept, comment: words }] })] }));
    expect(notice()?.textContent).toMatch(/It stays the same.*said elsewhere.*You have no answer that counts in this form\./);
  });

  test('[B1558] folds to one line as soon as another form is open, and opens at a press', async () => {
    const { outbox, model } = show(takeActive(NOTHING_KNOWN, active()));
    server.closedForms.add('Form - 1A');
    await act(() => outbox.submitAnswer(late));
    await waitFor(() => expect(outbox.items.get()[0]?.refusal?.code).toBe('PHASE_CLOSED'));
    expect(document.querySelector('details > summary')?.textContent ?? '').not.toContain('too late to count');
    act(() => model.set(takeActive(model.get(), active({ session: session({ form: 'Form - 1B' }, ['Form - 1A', 'Form - 1B']) }))));
    const line = await screen.findByText('Form - 1A: this answer was too late to count.');
    const folded = line.closest('details') as HTMLDetailsElement;
    expect([folded.open, folded.textContent?.includes('too late')]).toEqual([false, true]);
    await userEvent.click(line);
    expect(folded.open).toBe(true);
  });

  test('[B170] in another lesson is not said in this one', async () => {
    const { outbox } = show(second);
    server.closedForms.add('Form - 1A');
    await act(() => outbox.submitAnswer({ ...late, session_id: 39 }));
    await waitFor(() => expect(outbox.items.get()[0]?.refusal?.code).toBe('PHASE_CLOSED'));
    expect(screen.queryByText(/was too late to count/)).toBeNull();
  });

  test('what was refused for another reason keeps the server’s words', async () => {
    server.answer = { status: 404, body: { status: 'error', code: 'ASSESSMENT_NOT_FOUND', message: 'The words of the server.' } };
    const { outbox } = show(second);
    await act(() => outbox.submitAnswer(late));
    await waitFor(() => expect(screen.getByText('Form - 1A: what you wrote was not received.')).toBeTruthy());
    expect(screen.getByText('The words of the server.', { exact: false })).toBeTruthy();
  });

  test('[B2374] what was refused for another reason folds to one line as well once its form is over', async () => {
    server.answer = { status: 404, body: { status: 'error', code: 'ASSESSMENT_NOT_FOUND', message: 'The words of the server.' } };
    const { outbox } = show(second);
    await act(() => outbox.submitAnswer(late));
    const line = await screen.findByText('Form - 1A: what you wrote was not received.');
    const folded = line.closest('details') as HTMLDetailsElement;
    expect([folded.open, folded.textContent?.includes('The words of the server.')]).toEqual([false, true]);
  });
});
