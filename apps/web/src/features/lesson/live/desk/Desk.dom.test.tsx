import '../../../../testing/dialog.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeSnack } from '../../../../base/snackbar.ts';
import { signIn, signOut } from '../../../../base/session.ts';
import { post } from '../../../../join/testing/lesson-data.ts';
import { timeOf } from '../../../../base/dates.ts';
import { failure, success } from '../../../../testing/scripted-fetch.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { entered, fakeLesson, USER, type FakeLesson } from '../testing/fake-lesson.ts';
import { assessment, event, feed, inForms, notStarted, roster, tally } from '../testing/staff-data.ts';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const PREFERENCES = `cw.teach.${USER.account_id}`;
let server: FakeLesson;
let user: UserEvent;

async function open(answers: Parameters<typeof fakeLesson>[0] = {}) {
  server = fakeLesson(answers);
  const router = await openScreen();
  await entered(server);
  return router;
}
const bodyOf = (path: string) => server.calls.findLast((call) => call.path === path && call.method === 'POST')?.body;
const dialog = () => screen.findByRole('dialog');
const snack = (words: string) => screen.findByText(words);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  user = userEvent.setup();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  closeSnack();
  signOut();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('what the desk shows', () => {
  test('[L089] [L090] title, class and schedule: date, start and end', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Simple circuits');
    const line = screen.getByTitle(/^Physics 9B · /).textContent ?? '';
    for (const part of ['20', 'Nov', '10:15', '11:05']) expect(line).toContain(part);
  });

  test('[L283] after the closing it says how many with extra time still write, and until when; nobody’s name', async () => {
    const until = '2026-11-20T10:31:00Z';
    const session = inForms(['Form - 1A'], {}, true);
    const figures = tally({ own_time: { students: 2, until } });
    await open({
      'GET /live/learning/assessment': success({ assessment: assessment({ session, attempts: session.attempts, tally: figures }) }),
      'GET /live/learning/student/responded': success({ ...roster(), tally: figures }),
      'GET /live/learning/state': success({ epoch: 40, sequence: 5, events: [], session }),
    });
    expect(await screen.findByText(`2 with extra time are still writing, until ${timeOf(until)}`)).toBeTruthy();
    expect(screen.getByText('No answer yet · 1')).toBeTruthy(); // one of them may be among these
  });

  test('[L283] the question before the next form or the end says that somebody with extra time still writes, as long as it is so; one press goes on', async () => {
    const until = '2026-11-20T10:31:00Z';
    const warning = /with extra time (?:is|are) still writing\. Their text is submitted as it is, and nothing is lost\.$/;
    const session = inForms(['Form - 1A'], {}, true);
    const figures = (students: number, as_of: number) => tally({ as_of, ...(students > 0 && { own_time: { students, until } }) });
    await open({
      'GET /live/learning/assessment': success({ assessment: assessment({ session, attempts: session.attempts, tally: figures(1, 1000) }) }),
      'GET /live/learning/student/responded': success({ ...roster(), tally: figures(1, 1000) }),
      'GET /live/learning/state': success({ epoch: 40, sequence: 5, events: [], session }),
      'POST /live/learning/status': success({ session: inForms(['Form - 1A', 'Form - 1B'], { sequence: 7 }) }),
    });
    await user.click(screen.getByRole('button', { name: /^Re-Assign/ }));
    expect(within(await dialog()).getByText(warning).textContent).toMatch(/^1 student with extra time is still writing\./);
    const say = (students: number, as_of: number) =>
      server.sayToStaff('assessment.tally.changed', { epoch: 40, tally: figures(students, as_of), server_time: '2026-11-20T10:30:00.000Z' });
    say(2, 1001);
    expect((await within(await dialog()).findByText(/^2 students with extra time are still writing\./)).textContent).toMatch(warning);
    expect((await dialog()).textContent).not.toMatch(/Priya|Hugo|Zoe/);
    say(0, 1002);
    await waitFor(async () => expect(within(await dialog()).queryByText(warning)).toBeNull());
    expect((await dialog()).textContent).toContain('You want to re-assign Live Learning?');
    say(1, 1003);
    await within(await dialog()).findByText(warning);
    await user.click(within(await dialog()).getByRole('button', { name: /^Start Form\s-\s1B$/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodyOf('/live/learning/status')).toMatchObject({ type: 're-assign' });
  });

  test('[L091] [L098] the cards SUBMISSIONS, STUDENTS, Logged in and TIME, each with its number', async () => {
    await open();
    const controls = within(screen.getByRole('region', { name: 'Lesson controls' }));
    const card = (title: string) => controls.getByRole('heading', { name: title }).parentElement?.textContent;
    expect(card('SUBMISSIONS')).toBe('SUBMISSIONS3 of 4 answered1 still thinking');
    expect(card('STUDENTS')).toBe('STUDENTS5 in Physics 9B');
    expect(card('Logged in')).toBe('Logged in4 of 5 here');
    expect(controls.getByText('1 absent')).toBeTruthy();
    expect(controls.getByRole('heading', { name: 'TIME' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Enable Commenting/ })).toBeTruthy();
  });

  test('[L094] [L112] the responses of the form as bars, as a pie and as a table', async () => {
    localStorage.setItem(PREFERENCES, JSON.stringify({ showsFigures: true }));
    await open();
    await user.click(await screen.findByRole('radio', { name: 'Pie' }));
    expect(screen.getByRole('img', { name: '3 Answers: A 1, B 2' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    const table = screen.getByRole('table', { name: /^Responses of Form\s-\s1A$/ });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toContain('BIt stays the same267%');
  });

  test('[L102] [L551] Logged Student: name, responders out of 3, login time', async () => {
    await open();
    const table = await screen.findByRole('table', { name: 'Logged Student' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Name', 'Responders', 'Login time']);
    const row = within(table)
      .getByRole('rowheader', { name: /Priya Nair/ })
      .closest('tr') as HTMLElement;
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['1/3', '10:00 AM']);
  });

  test('[L103] Absent Student: who of the class has not logged in', async () => {
    await open();
    await user.click(await screen.findByRole('tab', { name: /^Absent Student/ }));
    const absent = within(screen.getByRole('group', { name: 'Absent Student' }));
    expect(absent.getAllByRole('listitem').map((line) => line.textContent)).toEqual(['Zoe Kowalski']);
  });

  test('[L100] Comment Logs with the total of comments', async () => {
    const entry = { id: 5, post_id: 1, form: 'Form - 1A', posted_by: 'Priya Nair', commented_by: 'Leo Castellano', response: null, title: 'Closing a switch' };
    localStorage.setItem(PREFERENCES, JSON.stringify({ showsFigures: true }));
    await open({
      'GET /live/learning/assessment/comment/logs': success({
        logs: [{ ...entry, comment: 'But does it split?', last_update: '2026-11-20T10:01:00.000Z' }],
        data: [],
        total: 12,
      }),
    });
    const panel = within(screen.getByRole('region', { name: 'Comment Logs' }));
    expect(panel.getByRole('heading', { name: 'Comment Logs' })).toBeTruthy();
    expect(await panel.findByText('12 comments')).toBeTruthy();
    expect(panel.getByRole('button', { name: /Leo Castellano.*Priya Nair.*But does it split\?/ })).toBeTruthy();
  });

  test('[L104] the feed has a tab per form', async () => {
    await open();
    const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent ?? '');
    for (const form of ['Form - 1A', 'Form - 1B', 'Form - 2']) expect(tabs.some((tab) => tab.startsWith(form))).toBe(true);
  });

  test('[L552] confirmations are 300 px wide, Adjust Time 500', async () => {
    await open();
    const width = async () => (await dialog()).style.getPropertyValue('--dialog-width');
    for (const name of [/^Re-Assign/, /^Enable Commenting/, 'Cancel']) {
      await user.click(screen.getByRole('button', { name }));
      expect([name, await width()]).toEqual([name, '300px']);
      await user.click(within(await dialog()).getByRole('button', { name: name === 'Cancel' ? 'No' : 'Not yet' }));
    }
    await user.click(screen.getByRole('button', { name: 'ADJUST TIME' }));
    expect(await width()).toBe('500px');
    expect(within(await dialog()).getByRole('heading').textContent).toBe('Adjust Time');
  });

  test('[L543] any other action that fails closes its dialog and says why', async () => {
    await open({ 'POST /live/learning/settings/update': 'offline', 'POST /live/learning/adjust/time': failure(409, 'PHASE_CLOSED') });
    await user.keyboard('c');
    await user.click(within(await dialog()).getByRole('button', { name: 'Enable Commenting' }));
    await screen.findByText(/no connection to the school|Something Went Wrong/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'ADJUST TIME' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Adjust' }));
    await snack('server says PHASE_CLOSED');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the next step', () => {
  test('[L095] [L550] [L106] Activate asks, and starts Form - 1A with ten minutes unless other minutes were set', async () => {
    await open({
      'GET /live/learning/assessment': success({ assessment: notStarted() }),
      'POST /live/learning/start': success({ assessment: assessment(), session: inForms(['Form - 1A']) }),
    });
    expect(screen.getByRole('timer').textContent).toBe('10:00');
    await user.keyboard('+');
    expect(screen.getByRole('timer').textContent).toBe('11:00');
    await user.click(screen.getByRole('button', { name: /^Activate/ }));
    expect((await dialog()).textContent).toContain('You want to Activate Live Learning?');
    await user.click(screen.getByRole('button', { name: /^Start Form\s-\s1A$/ }));
    await screen.findByText('Form - 1A running');
    expect(bodyOf('/live/learning/start')).toEqual({ assessment_id: 8, time: 11 });
  });

  test('[L107] Space asks for the step of the button, and Enter takes it', async () => {
    await open({
      'POST /live/learning/status': success({
        assessment: assessment({ session: inForms(['Form - 1A', 'Form - 1B'], { sequence: 8 }), tally: tally({ form: 'Form - 1B', answered: 0 }) }),
        session: inForms(['Form - 1A', 'Form - 1B'], { sequence: 8 }),
      }),
    });
    await user.keyboard(' ');
    expect((await dialog()).textContent).toContain('You want to re-assign Live Learning?');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: /^Next/ })).toBeTruthy();
    expect(bodyOf('/live/learning/status')).toEqual({ id: 8, type: 're-assign', time: 10 });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a step that another teacher has taken is said in the server’s words, and the screen catches up', async () => {
    await open({ 'POST /live/learning/status': failure(409, 'STEP_NOT_ALLOWED') });
    await user.keyboard(' ');
    await dialog();
    server.answers['GET /live/learning/state'] = success({
      epoch: 40,
      sequence: 9,
      events: null,
      session: inForms(['Form - 1A', 'Form - 1B'], { sequence: 9 }),
    });
    await user.keyboard('{Enter}');
    await snack('server says STEP_NOT_ALLOWED');
    await screen.findByText('Form - 1B running');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('[L236] Finish needs no time, and there are no minutes to set before it', async () => {
    const forms = ['Form - 1A', 'Form - 1B', 'Form - 2'] as const;
    await open({
      'GET /live/learning/assessment': success({ assessment: assessment({ session: inForms(forms), tally: tally({ form: 'Form - 2' }) }) }),
      'POST /live/learning/status': success({
        assessment: assessment({ status: 'finished', session: inForms(forms, { state: 'finished', sequence: 9 }, true) }),
        session: inForms(forms),
      }),
    });
    for (const button of screen.getAllByRole('button', { name: /^Form\s-\s2 is the last form/ })) expect((button as HTMLButtonElement).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: /^Finish/ }));
    expect((await dialog()).textContent).toContain('You want to finished Live Learning?');
    await user.click(screen.getByRole('button', { name: 'Finish the lesson' }));
    await waitFor(() => expect(bodyOf('/live/learning/status')).toEqual({ id: 8, type: 'finished' }));
  });
});

describe('a question on the screen while somebody else acts', () => {
  test('[B195] closes when a colleague finishes the lesson, and keys act again', async () => {
    const forms = ['Form - 1A', 'Form - 1B', 'Form - 2'] as const;
    await open({ 'GET /live/learning/assessment': success({ assessment: assessment({ session: inForms(forms), tally: tally({ form: 'Form - 2' }) }) }) });
    await user.click(screen.getByRole('button', { name: /^Finish/ }));
    expect((await dialog()).textContent).toContain('You want to finished Live Learning?');
    server.answers['GET /live/learning/assessment'] = success({
      assessment: assessment({ status: 'finished', session: inForms(forms, { state: 'finished', sequence: 6 }, true) }),
    });
    server.say(event({ name: 'assessment.finished', assessment_id: 8 }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodyOf('/live/learning/status')).toBeUndefined();
  });

  test('[B195] closes when the form has closed whose time it was to change, and when the setting has been changed', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: /^Enable Commenting/ }));
    await dialog();
    server.say(event({ name: 'assessment.settings.changed', can_comment: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'ADJUST TIME' }));
    await dialog();
    server.say(event({ name: 'assessment.phase.closed', form: 'Form - 1A' }, 7));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('single keys', () => {
  test('[B194] letters, + and − act also after a mouse has pressed a button and closed its question', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: /^Re-Assign/ }));
    await user.click(screen.getByRole('button', { name: 'Not yet' }));
    await waitFor(() => expect(document.activeElement).toBe(document.body));
    await user.keyboard('+');
    expect(screen.getByText('Form - 1B, 11 min')).toBeTruthy();
    await user.keyboard('d');
    expect(screen.queryByText('Results hidden from this screen')).toBeNull();
    await user.keyboard('c');
    expect((await dialog()).textContent).toContain('You want to Enable Commenting?');
  });

  test('[B1566] after a mouse has opened the wall, Space goes on with the lesson; a keyboard keeps its place', async () => {
    await open();
    vi.spyOn(window, 'open').mockReturnValue({ focus: () => undefined } as never);
    const wall = screen.getByRole('button', { name: 'Projector view' });
    wall.focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(wall);
    await user.click(wall);
    await user.keyboard(' ');
    expect((await dialog()).textContent).toContain('You want to re-assign Live Learning?');
    vi.mocked(window.open).mockRestore();
  });

  test('[B194] [WCAG 2.1.4] letters are typed where there is something to type into', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: 'ADJUST TIME' }));
    await user.click(within(await dialog()).getByLabelText('Minutes'));
    await user.keyboard('c+d');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await user.keyboard('{Escape}');
    for (const [tag, typed] of [
      ['textarea', 'c+d'],
      ['input', 'c+d'],
      ['select', ''],
    ] as const) {
      const field = document.body.appendChild(document.createElement(tag));
      field.focus();
      await user.keyboard('c+d');
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(field.value).toBe(typed);
      field.remove();
    }
    expect(screen.getByText('Results hidden from this screen')).toBeTruthy();
    expect(screen.getByText('Form - 1B, 10 min')).toBeTruthy();
  });

  test('[B194] [WCAG 2.1.4] Space presses the control that has the focus; Escape leaves it', async () => {
    await open();
    screen.getByRole('button', { name: 'ADJUST TIME' }).focus();
    await user.keyboard(' ');
    expect(within(await dialog()).getByRole('heading').textContent).toBe('Adjust Time');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('{Escape}');
    await user.keyboard(' ');
    expect((await dialog()).textContent).toContain('You want to re-assign Live Learning?');
  });

  test('[WCAG 2.1.4] can be switched off, stand on no control then, and stay off', async () => {
    await open();
    expect(screen.getByText('Space')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'More for this lesson' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: /Single-key shortcuts/ }));
    await user.keyboard('{Escape}');
    (document.activeElement as HTMLElement).blur();
    expect(screen.queryByText('Space')).toBeNull();
    await user.keyboard(' ');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(JSON.parse(localStorage.getItem(PREFERENCES) ?? '{}')).toMatchObject({ usesKeys: false });
  });

  test('[L316] [L092] minutes of the next form never go below 1', async () => {
    await open();
    for (let press = 0; press < 12; press += 1) await user.keyboard('-');
    expect(screen.getByText('Form - 1B, 1 min')).toBeTruthy();
    expect((screen.getByRole('button', { name: /^One minute less for Form\s-\s1B$/ }) as HTMLButtonElement).disabled).toBe(true);
  });

  test('[L534] [L109] C asks for commenting, and the button says what it does now', async () => {
    await open({ 'POST /live/learning/settings/update': success({ settings: { can_comment: true } }) });
    await user.keyboard('c');
    expect((await dialog()).textContent).toContain('You want to Enable Commenting?');
    await user.click(within(await dialog()).getByRole('button', { name: 'Enable Commenting' }));
    await snack('Settings Changed Successfully');
    expect(bodyOf('/live/learning/settings/update')).toEqual({ assessment_id: 8, can_comment: true });
    await user.click(screen.getByRole('button', { name: /^Disable Commenting/ }));
    expect((await dialog()).textContent).toContain('You want to Disable Commenting?');
  });
});

describe('the distribution', () => {
  test('[B2193] who is sure and wrong stands first, with the letters, and behind the curtain with the figures', async () => {
    const confidence = [
      { response_id: 11, guess: 0, think: 0, sure: 1, unsaid: 0 },
      { response_id: 12, guess: 1, think: 0, sure: 1, unsaid: 0 },
    ];
    const figures = tally({ confidence });
    await open({
      'GET /live/learning/assessment': success({ assessment: assessment({ tally: figures }) }),
      'GET /live/learning/student/responded': success({ ...roster(), tally: figures }),
    });
    expect(screen.queryByText(/sure and wrong/)).toBeNull();
    await user.keyboard('d');
    expect(await screen.findByText(/^1 is sure and wrong: [AB]$/)).toBeTruthy();
    expect(screen.getAllByText('1 sure')).toHaveLength(2);
  });

  test('is closed, with how many are right, until it is wanted, and the wish is remembered for this teacher', async () => {
    await open();
    expect(screen.getByText('Results hidden from this screen')).toBeTruthy();
    expect(screen.queryByText('33%')).toBeNull();
    expect(screen.queryByText('Correct')).toBeNull();
    await user.keyboard('d');
    expect(screen.getAllByText('33%').length).toBeGreaterThan(0);
    expect(screen.getByText('Students see this after answering. The projector shows nothing yet.')).toBeTruthy();
    expect(JSON.parse(localStorage.getItem(PREFERENCES) ?? '{}')).toMatchObject({ showsFigures: true });
  });

  test('[B196] in Form - 1B every choice says what it was in Form - 1A, and so does the share of right answers, also after a reload', async () => {
    localStorage.setItem(PREFERENCES, JSON.stringify({ showsFigures: true }));
    const forms = ['Form - 1A', 'Form - 1B'] as const;
    const second = tally({
      form: 'Form - 1B',
      answered: 4,
      right: 3,
      counts: [
        { response_id: 11, count: 3 },
        { response_id: 12, count: 1 },
      ],
    });
    const said = (form: (typeof forms)[number] | 'Form - 2') => ({ form, total_likes: 0, total_comments: 0 });
    await open({
      'GET /live/learning/assessment': success({ assessment: assessment({ session: inForms(forms), tally: second }) }),
      'GET /live/learning/student/responded': success({ ...roster(), tally: second }),
      'GET /live/learning/summary': success({
        summary: {
          form_1A: said('Form - 1A'),
          form_1B: said('Form - 1B'),
          form_2: said('Form - 2'),
          title: 'Simple circuits',
          class_name: 'Physics 9B',
          finished_at: null,
          distribution: [tally(), second],
          transitions: [],
        },
      }),
    });
    expect((await screen.findByText('was 33%')).closest('li')?.textContent).toContain('It gets brighter');
    expect(screen.getByText('was 67%').closest('li')?.textContent).toContain('It stays the same');
    expect(screen.getByText('33% in Form - 1A')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    const table = within(screen.getByRole('table', { name: /^Responses of Form\s-\s1B$/ }));
    expect(table.getAllByRole('columnheader').at(-1)?.textContent).toBe('Form - 1A');
    expect(table.getAllByRole('row').map((row) => row.textContent)).toContain('AIt gets brighter (Correct)375%33%');
  });

  test('[L430] [L250] [L251] distribution and correctness are revealed each for itself; correctness of question 1 not before Form - 1B has closed', async () => {
    localStorage.setItem(PREFERENCES, JSON.stringify({ showsFigures: true }));
    const plain = inForms(['Form - 1A'], { sequence: 6 });
    const revealed = { ...plain, attempts: plain.attempts.map((attempt) => ({ ...attempt, distribution_revealed: true })) };
    let sequence = 6;
    await open({
      'POST /live/learning/reveal': success({ session: revealed }),
      'POST /live/learning/wall': ({ body }) => {
        const { show, of } = body as { show: 'question' | 'distribution'; of: 'Form - 1A' };
        return success({ session: { ...revealed, sequence: (sequence += 1), wall: { show, of, step: 0 } } });
      },
    });
    const answer = screen.getByRole('button', { name: 'Reveal answer' });
    expect(answer.getAttribute('aria-disabled')).toBe('true');
    await user.click(answer);
    expect(bodyOf('/live/learning/reveal')).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Show on projector' }));
    await screen.findByText('The projector shows the distribution.');
    expect(bodyOf('/live/learning/reveal')).toEqual({ assessment_id: 8, form: 'Form - 1A', what: 'distribution' });
    // The projector hides and shows the distribution without another reveal, since a reveal is permanent.
    const reveals = server.asked('/live/learning/reveal');
    await user.click(screen.getByRole('button', { name: 'Hide on projector' }));
    expect(await screen.findByText('The projector no longer shows it.')).toBeTruthy();
    expect(bodyOf('/live/learning/wall')).toEqual({ assessment_id: 8, show: 'question', of: 'Form - 1A', step: 0 });
    await user.click(screen.getByRole('button', { name: 'Show on projector' }));
    expect(await screen.findByText('The projector shows the distribution.')).toBeTruthy();
    expect(server.asked('/live/learning/reveal')).toBe(reveals);
  });

  test('[B203] [L250] which answer is correct is asked about before the class learns it, since that cannot be taken back', async () => {
    localStorage.setItem(PREFERENCES, JSON.stringify({ showsFigures: true }));
    const forms = ['Form - 1A', 'Form - 1B'] as const;
    await open({
      'GET /live/learning/assessment': success({ assessment: assessment({ session: inForms(forms, {}, true), tally: tally({ form: 'Form - 1B' }) }) }),
      'POST /live/learning/reveal': success({ session: inForms(forms, { sequence: 6 }, true) }),
    });
    await user.click(screen.getByRole('button', { name: 'Reveal answer' }));
    expect((await dialog()).textContent).toContain('This cannot be undone');
    await user.click(screen.getByRole('button', { name: 'Not yet' }));
    expect(bodyOf('/live/learning/reveal')).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Reveal answer' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Reveal answer' }));
    await waitFor(() => expect(bodyOf('/live/learning/reveal')).toEqual({ assessment_id: 8, form: 'Form - 1B', what: 'correctness' }));
  });
});

describe('adjusting the time', () => {
  test('[L093] [L108] [L533] takes minutes and a direction', async () => {
    await open({ 'POST /live/learning/adjust/time': success({ session: inForms(['Form - 1A'], { sequence: 6 }) }) });
    await user.click(screen.getByRole('button', { name: 'ADJUST TIME' }));
    const field = within(await dialog()).getByLabelText('Minutes');
    await user.clear(field);
    await user.keyboard('0{Enter}');
    await screen.findByText('Please increase the time');
    await user.clear(field);
    await user.type(field, '3');
    await user.click(screen.getByRole('radio', { name: 'Decrease' }));
    await user.click(screen.getByRole('button', { name: 'Adjust' }));
    await snack('Time Adjusted Successfully');
    expect(bodyOf('/live/learning/adjust/time')).toEqual({ assessment_id: 8, type: 'decrease', time: 3 });
  });
});

describe('leaving and the end', () => {
  test('[L097] [L105] [L238] Cancel asks, closes the lesson and leads to the assessments', async () => {
    const router = await open({ 'POST /live/learning/close': success() });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const asked = await dialog();
    expect(within(asked).getByRole('heading').textContent).toBe('Are you sure');
    expect(asked.textContent).toContain('You want to close Live Learning?');
    await user.click(within(asked).getByRole('button', { name: 'No' }));
    expect(server.asked('/live/learning/close')).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Yes' }));
    await screen.findByRole('heading', { name: 'Assessments' });
    expect(router.state.location.pathname).toBe('/assessments');
  });

  test('[L110] [L111] a finished lesson has no login times and nothing to press', async () => {
    const forms = ['Form - 1A', 'Form - 1B', 'Form - 2'] as const;
    const session = inForms(forms, { state: 'finished' }, true);
    const form = (name: string) => ({ form: name, total_likes: 0, total_comments: 0 });
    await open({
      'GET /live/learning/assessment': success({ assessment: assessment({ status: 'finished', session, tally: tally({ form: 'Form - 2' }) }) }),
      'GET /live/learning/summary': success({
        summary: {
          title: 'Simple circuits',
          class_name: 'Physics 9B',
          finished_at: '2026-11-20T10:30:00.000Z',
          form_1A: form('Form - 1A'),
          form_1B: form('Form - 1B'),
          form_2: form('Form - 2'),
          distribution: [tally()],
          transitions: [],
        },
      }),
      'GET /live/learning/live/feed': success({ ...feed('Form - 2', { posts: [post(1, 1)] }), data: [] }),
    });
    await screen.findByText('10:30 AM');
    await screen.findByRole('article', { name: 'Priya Nair' });
    const table = await screen.findByRole('table', { name: 'Logged Student' });
    expect(within(table).queryByText('Login time')).toBeNull();
    expect(within(table).queryByText('10:00 AM')).toBeNull();
    for (const name of [/^Activate/, /^Finish/, /^Cancel/, /Commenting/, /^ADJUST/, /^Comment on/, /minute/])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('[B2515] right after the end, the results propose the next question for the class to people who see ideas', async () => {
    const forms = ['Form - 1A', 'Form - 1B', 'Form - 2'] as const;
    const form = (name: string) => ({ form: name, total_likes: 0, total_comments: 0 });
    const finished = {
      'GET /live/learning/assessment': success({
        assessment: assessment({ status: 'finished', session: inForms(forms, { state: 'finished' }, true), tally: tally({ form: 'Form - 2' }) }),
      }),
      'GET /live/learning/summary': success({
        summary: {
          title: 'Simple circuits',
          class_name: 'Physics 9B',
          finished_at: '2026-11-20T10:30:00.000Z',
          form_1A: form('Form - 1A'),
          form_1B: form('Form - 1B'),
          form_2: form('Form - 2'),
          distribution: [tally()],
          transitions: [],
        },
      }),
    };
    await open(finished);
    await screen.findByRole('link', { name: 'Live Snapshot' });
    expect(screen.queryByRole('link', { name: 'Propose the next question' })).toBeNull();
    cleanup();
    server = fakeLesson(finished);
    signIn('token-1', { ...USER, rights: [...USER.rights, 'ideas:view'] });
    await openScreen();
    const { class_id } = assessment();
    expect((await screen.findByRole('link', { name: 'Propose the next question' })).getAttribute('href')).toBe(`/ideas?class_id=${class_id}&next=${class_id}`);
  });

  test('another teacher’s cancel is said, and the lesson stands as before its start', async () => {
    await open();
    server.answers['GET /live/learning/assessment'] = success({ assessment: notStarted() });
    server.say(event({ name: 'assessment.canceled', assessment_id: 8 }));
    await snack('The lesson was canceled');
    expect(await screen.findByRole('button', { name: /^Activate/ })).toBeTruthy();
  });
});

test('[L537] a lesson that cannot be opened says why and opens with Retry', async () => {
  server = fakeLesson({ 'GET /live/learning/assessment': failure(409, 'ASSESSMENT_WITHOUT_CLASS') });
  await openScreen({ title: 'Live Learning' });
  await screen.findByText('server says ASSESSMENT_WITHOUT_CLASS');
  expect(screen.getByRole('link', { name: 'Back to assessments' })).toBeTruthy();
  server.answers['GET /live/learning/assessment'] = success({ assessment: assessment() });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { level: 1, name: 'Simple circuits' });
});

test('[B206] a lesson that is not there, or not this person’s to run, offers a way out instead of a Retry that cannot help', async () => {
  server = fakeLesson({ 'GET /live/learning/assessment': failure(404, 'ASSESSMENT_NOT_FOUND') });
  await openScreen({ title: 'Live Learning' });
  await screen.findByText('server says ASSESSMENT_NOT_FOUND');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to assessments' }).getAttribute('href')).toBe('/assessments');
});
