import '../../../../testing/dialog.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Form } from '@classwright/contract/lesson/live/forms';
import type { LessonSummaryView, LiveTallyView, SessionView } from '@classwright/contract/lesson/live/views';
import { closeSnack } from '../../../../base/snackbar.ts';
import { signOut } from '../../../../base/session.ts';
import { failure, success } from '../../../../testing/scripted-fetch.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { entered, fakeLesson, USER, type FakeLesson } from '../testing/fake-lesson.ts';
import { assessment, inForms, questions, roster, tally } from '../testing/staff-data.ts';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

let server: FakeLesson;
let user: UserEvent;
const FORMS = ['Form - 1A', 'Form - 1B', 'Form - 2'] as const;
const ALL = { answered: 4, of: 4 };

/** Opens the desk in the last of these forms. */
async function openIn(session: SessionView, figures: Partial<LiveTallyView> = {}, answers: Parameters<typeof fakeLesson>[0] = {}) {
  const now = tally({ form: session.form, ...figures });
  server = fakeLesson({
    'GET /live/learning/assessment': success({ assessment: assessment({ session, attempts: session.attempts, tally: now }) }),
    'GET /live/learning/student/responded': success({ ...roster(), tally: now }),
    'GET /live/learning/state': success({ epoch: 40, sequence: 5, events: [], session }),
    ...answers,
  });
  await openScreen();
  await entered(server);
}
const revealed = (session: SessionView, ...shown: [Form, 'distribution' | 'correctness'][]): SessionView => ({
  ...session,
  attempts: session.attempts.map((attempt) => ({
    ...attempt,
    distribution_revealed: shown.some(([form, what]) => form === attempt.form && what === 'distribution'),
    correctness_revealed: shown.some(([form, what]) => form === attempt.form && what === 'correctness'),
  })),
});
const posts = (path: string) => server.calls.filter((call) => call.path === path && call.method === 'POST').map(({ body }) => body);
const button = (name: RegExp | string) => screen.findByRole('button', { name });
/** Waits until a step that acts without a question takes presses. */
const settled = async (name: RegExp) => waitFor(async () => expect((await button(name)).getAttribute('aria-disabled')).toBeNull());

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  user = userEvent.setup();
  localStorage.setItem(`cw.teach.${USER.account_id}`, JSON.stringify({ showsFigures: true }));
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

test('[B2100] once all who are here have answered, Space closes the form without a question, and the status button stays in reach', async () => {
  await openIn(inForms(['Form - 1A']), ALL, {
    'POST /live/learning/phase/close': success({ session: inForms(['Form - 1A'], { sequence: 7 }, true) }),
  });
  await settled(/^Close Form\s-\s1A\s*All have answered/);
  expect(await button(/^Re-Assign/)).toBeTruthy();
  await user.keyboard(' ');
  expect(screen.queryByRole('dialog')).toBeNull();
  await screen.findByText('Form - 1A closed');
  expect(posts('/live/learning/phase/close')).toEqual([{ assessment_id: 8, epoch: 40, form: 'Form - 1A' }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Close Form\s-\s1A\s*All/ })).toBeNull());
  await user.click(await button(/^Re-Assign/));
  expect((await screen.findByRole('dialog')).textContent).toContain('You want to re-assign Live Learning?');
});

test('[B2100] a press right after the step has come up does nothing, so that a double press takes one step', async () => {
  await openIn(
    inForms(['Form - 1A']),
    { answered: 3, of: 4 },
    { 'POST /live/learning/phase/close': success({ session: inForms(['Form - 1A'], { sequence: 7 }, true) }) },
  );
  server.sayToStaff('assessment.tally.changed', { epoch: 40, tally: tally({ ...ALL, as_of: 1001 }), server_time: '2026-11-20T10:01:00.000Z' });
  await button(/^Close Form\s-\s1A\s*All/);
  await user.keyboard(' ');
  expect(posts('/live/learning/phase/close')).toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[B2414] the status button keeps the focus when a step between two forms comes up above it', async () => {
  await openIn(inForms(['Form - 1A']), { answered: 3, of: 10 });
  const status = await button(/^Re-Assign/);
  expect(status.dataset).toHaveProperty('nextStep');
  status.focus();
  server.sayToStaff('assessment.tally.changed', { epoch: 40, tally: tally({ ...ALL, as_of: 1001 }), server_time: '2026-11-20T10:01:00.000Z' });
  await button(/^Close Form\s-\s1A\s*All/);
  expect(document.activeElement).toBe(await button(/^Re-Assign/));
  await user.keyboard('{Enter}');
  expect((await screen.findByRole('dialog')).textContent).toContain('You want to re-assign Live Learning?');
});

test('[B2100] once most have answered, Space asks before it closes the form, and says how many are missing', async () => {
  await openIn(inForms(['Form - 1A']), { answered: 8, of: 10 });
  await settled(/^Close Form\s-\s1A\s*8 of 10 answered/);
  await user.keyboard(' ');
  expect((await screen.findByRole('dialog')).textContent).toContain('2 students are still thinking.');
  expect(posts('/live/learning/phase/close')).toEqual([]);
});

test('[B2101] while some think, Close now asks and says what becomes of their words; a colleague who was faster is said', async () => {
  await openIn(inForms(['Form - 1A']), {}, { 'POST /live/learning/phase/close': failure(409, 'FORM_NOT_RUNNING') });
  await user.click(screen.getByRole('button', { name: /^Close Form\s-\s1A$/ }));
  const asks = within(await screen.findByRole('dialog'));
  expect(asks.getByText('1 student is still thinking. What the student has written so far is submitted as it is.')).toBeTruthy();
  await user.click(asks.getByRole('button', { name: /^Close Form/ }));
  await screen.findByText('server says FORM_NOT_RUNNING');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[B2102] after Form - 1B: show the change puts it on the wall, which reveals both distributions, reveal and explain what is right; each once, without a question', async () => {
  const closed = inForms(['Form - 1A', 'Form - 1B'], {}, true);
  const shown = [
    ['Form - 1A', 'distribution'],
    ['Form - 1B', 'distribution'],
  ] as [Form, 'distribution'][];
  const wall = (show: 'change' | 'explain', step = 0) => ({ show, of: 'Form - 1B' as const, step });
  await openIn(closed, {}, { 'POST /live/learning/wall': success({ session: { ...revealed(closed, ...shown), wall: wall('change'), sequence: 7 } }) });
  await settled(/^Show the change/);
  expect(await button(/^Next/)).toBeTruthy();
  await user.keyboard(' ');
  await settled(/^Reveal and explain/);
  expect(posts('/live/learning/wall')).toEqual([{ assessment_id: 8, ...wall('change') }]);
  expect(posts('/live/learning/reveal')).toEqual([]);
  const explained = revealed(closed, ...shown, ['Form - 1B', 'correctness']);
  server.answers['POST /live/learning/reveal'] = success({ session: { ...explained, wall: wall('change'), sequence: 8 } });
  server.answers['POST /live/learning/wall'] = success({ session: { ...explained, wall: wall('explain'), sequence: 9 } });
  await user.keyboard(' ');
  await screen.findByRole('heading', { name: 'Why this is right' });
  expect(posts('/live/learning/reveal')).toEqual([{ assessment_id: 8, form: 'Form - 1B', what: 'correctness' }]);
  await waitFor(() => expect(posts('/live/learning/wall').slice(1)).toEqual([{ assessment_id: 8, ...wall('explain') }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Reveal and explain/ })).toBeNull());
});

test('[B2103] [B2402] the right response is explained first, as right; the arrow keys go through the others and stop at the ends', async () => {
  const words = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
  const [first, second] = questions;
  const explained = {
    ...first!,
    responses: first!.responses.map((one) => ({ ...one, description: one.is_valid ? words('The current has one way less.') : words('') })),
  };
  const session = revealed(inForms(['Form - 1A', 'Form - 1B'], {}, true), ['Form - 1B', 'correctness']);
  await openIn(
    session,
    {},
    { 'GET /live/learning/assessment': success({ assessment: assessment({ session, attempts: session.attempts, questions: [explained, second!] }) }) },
  );
  const part = within(await screen.findByRole('region', { name: 'Why someone might choose this' }));
  expect(part.getByText('1 of 2')).toBeTruthy();
  expect(part.getByText('It gets brighter')).toBeTruthy();
  expect(part.getByText('The current has one way less.')).toBeTruthy();
  expect(part.getByRole('heading', { name: 'Why this is right' })).toBeTruthy();
  await user.keyboard('{ArrowLeft}{ArrowRight}');
  expect(part.getByText('2 of 2')).toBeTruthy();
  expect(part.getByRole('heading', { name: 'Why someone might choose this' })).toBeTruthy();
  expect(part.getByText('No explanation was written for this response.')).toBeTruthy();
  await user.keyboard('{ArrowRight}{ArrowLeft}');
  expect(part.getByText('It gets brighter')).toBeTruthy();
});

test('[B2104] End here asks, names what was not asked, and finishes', async () => {
  const finished = inForms(['Form - 1A'], { state: 'finished', sequence: 9 }, true);
  await openIn(
    inForms(['Form - 1A']),
    {},
    {
      'POST /live/learning/end': success({ assessment: assessment({ status: 'finished', session: finished, attempts: finished.attempts }), session: finished }),
    },
  );
  await user.click(screen.getByRole('button', { name: 'More for this lesson' }));
  await user.click(screen.getByRole('menuitem', { name: /^End here/ }));
  const asks = within(await screen.findByRole('dialog'));
  expect(asks.getByText('Form - 1B and Form - 2 have not been asked. The results say so and count nothing for them.')).toBeTruthy();
  await user.click(asks.getByRole('button', { name: /^End after Form\s-\s1A$/ }));
  await waitFor(() => expect(posts('/live/learning/end')).toEqual([{ assessment_id: 8, epoch: 40, form: 'Form - 1A' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[B2104] after Form - 2 there is nothing left to end early', async () => {
  await openIn(inForms(FORMS));
  await user.click(screen.getByRole('button', { name: 'More for this lesson' }));
  expect(screen.queryByRole('menuitem', { name: /^End here/ })).toBeNull();
});

test('[B2105] the moves grow behind the curtain while Form - 1B is answered', async () => {
  const [priya, hugo] = roster().students;
  const people = { ...roster(), students: [{ ...priya!, moved: 'wrong_to_right' as const }, hugo!] };
  await openIn(
    inForms(['Form - 1A', 'Form - 1B']),
    {},
    { 'GET /live/learning/student/responded': success({ ...people, tally: tally({ form: 'Form - 1B' }) }) },
  );
  const soFar = 'So far: 1 from wrong to right, 0 from right to wrong';
  expect(await screen.findByText(soFar)).toBeTruthy();
  await user.keyboard('d');
  expect(screen.queryByText(soFar)).toBeNull();
});

test('[B2342] the ribbons grow with the answers to Form - 1B: as high as those who answered are of those who are here, behind the curtain', async () => {
  const [priya, hugo] = roster().students;
  const people = { ...roster(), students: [{ ...priya!, moved: 'wrong_to_right' as const }, hugo!] };
  const [right, wrong] = [questions[0]!.responses.find(({ is_valid }) => is_valid)!, questions[0]!.responses.find(({ is_valid }) => !is_valid)!];
  const none = { total_likes: 0, total_comments: 0 };
  const withMoved = (count: number) => ({
    ...{ title: 'Simple circuits', class_name: 'Physics 9B', finished_at: null, distribution: [] },
    form_1A: { form: 'Form - 1A', ...none },
    form_1B: { form: 'Form - 1B', ...none },
    form_2: { form: 'Form - 2', ...none },
    transitions: [
      {
        ...{ from: 'Form - 1A', to: 'Form - 1B', kept_right: 0, wrong_to_right: count, right_to_wrong: 0, kept_wrong: 0 },
        flows: [{ from_response_id: wrong.id, to_response_id: right.id, count }],
      },
    ],
  });
  let summary = withMoved(1);
  const now = (answered: number) => tally({ form: 'Form - 1B', answered, of: 4, as_of: answered });
  await openIn(inForms(['Form - 1A', 'Form - 1B']), now(1), {
    'GET /live/learning/student/responded': success({ ...people, tally: now(1) }),
    'GET /live/learning/summary': () => success({ summary }),
  });
  const heights = () => [...document.querySelectorAll('svg[role="img"] > g > svg')].map((node) => Number(node.getAttribute('height')));
  await waitFor(() => expect(heights()).toEqual([34.5, 34.5])); // a quarter of 138
  summary = withMoved(2);
  server.sayToStaff('assessment.tally.changed', { epoch: 40, tally: now(2) });
  await waitFor(() => expect(heights()).toEqual([69, 69]));
  await user.keyboard('d');
  expect(heights()).toEqual([]);
});

test('[B2343] after a press by mouse the keys belong to the lesson: Space takes its next step; a button reached by keyboard keeps Space', async () => {
  await openIn(inForms(['Form - 1A']), ALL, {
    'POST /live/learning/phase/close': success({ session: inForms(['Form - 1A'], { sequence: 7 }, true) }),
  });
  await settled(/^Close Form\s-\s1A\s*All have answered/);
  await user.click(await button(/^One minute more for Form\s-\s1B$/));
  expect(document.activeElement).toBe(document.body);
  (await button('Hide the distribution')).focus();
  await user.keyboard(' ');
  expect(posts('/live/learning/phase/close')).toEqual([]);
  (document.activeElement as HTMLElement).blur();
  await user.keyboard(' ');
  await waitFor(() => expect(posts('/live/learning/phase/close').length).toBe(1));
});

test('[B2105] once Form - 2 has closed, the ways through the three forms are a table', async () => {
  const none = { total_likes: 0, total_comments: 0 };
  const summary: LessonSummaryView = {
    ...{ title: 'Simple circuits', class_name: 'Physics 9B', finished_at: null, distribution: [], transitions: [] },
    form_1A: { form: 'Form - 1A', ...none },
    form_1B: { form: 'Form - 1B', ...none },
    form_2: { form: 'Form - 2', ...none },
    ways: [
      { first: true, second: true, transfer: true, students: 2 },
      { first: false, second: true, transfer: false, students: 1 },
      { first: false, second: false, transfer: false, students: 0 },
    ],
  };
  await openIn(inForms(FORMS, {}, true), {}, { 'GET /live/learning/summary': success({ summary }) });
  const table = await screen.findByRole('table', { name: 'Of the 3 students who chose in all three forms.' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent?.replaceAll(/\s+/g, ' ').trim()),
  ).toEqual(['Form - 1AForm - 1BForm - 2Students', 'Right Right Right2', 'Wrong Right Wrong1']);
});

test('[B2091] where the minutes do not fit before the planned end, the desk says so and proposes others; nothing changes without a press', async () => {
  const session = inForms(['Form - 1A']);
  const schedule_time = { schedule_date: '2026-11-20', start_time: '10:00', end_time: '10:20' };
  await openIn(session, {}, { 'GET /live/learning/assessment': success({ assessment: assessment({ session, attempts: session.attempts, schedule_time }) }) });
  expect(await screen.findByText(/^Ends 10:20\sAM: only \d+ min left$/)).toBeTruthy();
  expect((await button(/^Re-Assign/)).textContent).toContain('10 min');
  const propose = screen.getByRole('button', { name: /^Set Form\s-\s1B to \d+ min, so that the lesson fits$/ });
  const [, minutes] = /to (\d+) min/.exec(propose.getAttribute('aria-label') ?? '') ?? [];
  await user.click(propose);
  expect((await button(/^Re-Assign/)).textContent).toContain(`${minutes} min`);
  expect(screen.getByText(/^Ends 10:20\sAM: \d+ min left$/)).toBeTruthy();
});

test('[B2409] after the planned end the desk says what no longer fits', async () => {
  const session = inForms(['Form - 1A']);
  const schedule_time = { schedule_date: '2026-11-20', start_time: '09:00', end_time: '10:00' };
  await openIn(session, {}, { 'GET /live/learning/assessment': success({ assessment: assessment({ session, attempts: session.attempts, schedule_time }) }) });
  expect(await screen.findByText(/^Planned end 10:00\sAM: no time for Form\s-\s1B$/)).toBeTruthy();
});

test.each([
  [20, 1],
  [-20, 0],
])(
  '[B2409] before it is activated, a lesson whose planned end is %i minutes away says it %i times: after its hour it is held at another',
  async (inMinutes, times) => {
    const [schedule_date, end_time] = new Date(Date.now() + inMinutes * 60_000).toISOString().split(/[T.]/);
    const schedule_time = { schedule_date: schedule_date as string, start_time: null, end_time: end_time as string };
    server = fakeLesson({ 'GET /live/learning/assessment': success({ assessment: assessment({ session: null, attempts: [], schedule_time }) }) });
    await openScreen();
    await button(/^Activate/);
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(screen.queryAllByText(/^(Ends|Planned end) /)).toHaveLength(times);
  },
);

/** Opens the desk after Form - 1A, and the window of pairs by its key. */
async function openPairs(grouped: readonly (readonly number[])[] = [[1, 2]], published = false) {
  const people = ['Ana', 'Ben', 'Cem', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal']
    .slice(0, grouped.flat().length)
    .map((name, index) => ({ account_id: index + 1, name, response_id: null, right: false, partners: [] }));
  const groups = grouped.map((account_ids, index) => ({ id: 3 + index, locked: false, account_ids: [...account_ids] }));
  const division = { revision: 1, size: 2, published, changed_by: 'Ms. Ortiz', groups };
  const none = { session_id: 40, people, here: grouped.flat(), division: published ? division : null, has_published: published };
  const students = people.map(({ account_id, name }) => ({ account_id, name }));
  await openIn(
    inForms(['Form - 1A'], {}, true),
    {},
    {
      'GET /live/learning/pairs': success({ pairs: none }),
      'POST /live/learning/pairs': success({ pairs: { ...none, division } }),
      'POST /live/learning/pairs/publish': success({ pairs: { ...none, has_published: true, division: { ...division, published: true } } }),
      'GET /live/learning/pair-wishes': success({ wishes: [], students }),
      'POST /live/learning/pair-wishes': success({ wishes: [], students }),
    },
  );
  await user.keyboard('p');
  return button(published ? /^Keep these groups/ : 'Publish groups');
}

test('[B2186] the window makes the draft without a press, and Space then publishes it', async () => {
  const publish = await openPairs();
  await waitFor(() => expect(document.activeElement).toBe(publish));
  expect(posts('/live/learning/pairs')).toEqual([{ assessment_id: 8, revision: 0, size: 2 }]);

  await user.keyboard(' ');
  await waitFor(() => expect(posts('/live/learning/pairs/publish')).toEqual([{ assessment_id: 8, revision: 1 }]));
});

test('[B3048] published groups are kept as wishes: those of two to four, since nobody is a group and no wish joins five', async () => {
  await user.click(await openPairs([[1, 2], [3], [4, 5, 6, 7, 8]], true));
  await waitFor(() =>
    expect(posts('/live/learning/pair-wishes')).toEqual([{ course_id: expect.any(Number), wishes: [{ kind: 'together', account_ids: [1, 2] }], weeks: 4 }]),
  );
});

test('[B2299] a wish begins at a name that is picked up in the draft, with that student chosen', async () => {
  await openPairs();
  await user.click(await button(/^Ana/));
  await user.click(await button('Never with …'));
  expect((await screen.findByLabelText<HTMLSelectElement>('Student 1')).value).toBe('1');
});
