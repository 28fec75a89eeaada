import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NOTHING_KNOWN, takeActive, takeSession } from '../lesson/model.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { active, post, question, session } from '../testing/lesson-data.ts';
import { standStill } from '../testing/lesson-stand-in.tsx';
import { LiveFeed } from './LiveFeed.tsx';
import { Refusals } from './Refusals.tsx';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
  server.accounts.set('token-7', '7');
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('scrollTo', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(...args: Parameters<typeof standStill>) {
  const stand = standStill(...args);
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
    await waitFor(() => expect(screen.getByText(/^Saved \d\d:\d\d:\d\d$/)).toBeTruthy());
    expect(server.calls).toMatchObject([{ path: '/api/live/learning/draft', body: { response_id: 12 } }]);
    await userEvent.type(screen.getByLabelText('Justify Your Answer'), 'because');
    expect(screen.getByText(/^Saved on this device \d\d:\d\d:\d\d$/)).toBeTruthy();
    await waitFor(() => expect(server.calls.at(-1)).toMatchObject({ body: { comment: 'because' } }), { timeout: 4000 });
    await waitFor(() => expect(screen.getByText(/^Saved \d/)).toBeTruthy());
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
    const stand = standStill();
    // a view that hears of changes late, as in the first moments of a page
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
        errors: { comment: ['Justify Your Answer may have at most 20000 characters. Shorten it.'] },
      },
    };
    show();
    await userEvent.click(screen.getByLabelText(/It stays the same/));
    await userEvent.type(screen.getByLabelText('Justify Your Answer'), 'too long');
    await userEvent.click(screen.getByRole('button', { name: 'Submit Answer' }));
    await waitFor(() => expect(screen.getByText('Justify Your Answer may have at most 20000 characters. Shorten it.')).toBeTruthy());
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

  test('shows the answer of Form - 1A as a reminder, and chooses nothing', () => {
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
    expect(screen.getByText('Your answer in Form - 1A').parentElement?.textContent).toContain('It gets brighter');
    expect(screen.getByText('Two paths.')).toBeTruthy();
    expect(screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).checked)).toEqual([]);
  });
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

test('what was refused in another form is kept on the screen until it is put away', async () => {
  const { outbox } = show(takeActive(NOTHING_KNOWN, active({ session: session({ form: 'Form - 1B' }, ['Form - 1A', 'Form - 1B']) })));
  server.closedForms.add('Form - 1A');
  await act(() => outbox.submitAnswer({ assessment_id: 8, session_id: 40, form: 'Form - 1A', response_id: 11, comment: 'too late', written_at: Date.now() }));
  await waitFor(() => expect(screen.getByText('Form - 1A: what you wrote was not received.')).toBeTruthy());
  expect(screen.getByText('too late')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Put away' }));
  await waitFor(() => expect(screen.queryByText('too late')).toBeNull());
});
