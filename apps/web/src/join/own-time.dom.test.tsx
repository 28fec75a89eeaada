import { channels, type LessonEventBody } from '@classwright/contract/lesson/live/events';
import type { AttemptView, SessionView } from '@classwright/contract/lesson/live/views';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getSession, signIn, signOut } from '../base/session.ts';
import { setScreenWidth } from '../testing/match-media.ts';
import { person } from '../testing/people.ts';
import { fakeSockets, type FakeSocketServer } from '../testing/fake-socket.ts';
import { scriptFetch, success, type Reply, type SeenCall } from '../testing/scripted-fetch.ts';
import { App } from './App.tsx';
import { startPage, type Page } from './page.ts';
import { active, DEADLINE, event, OPENED, post, question, session } from './testing/lesson-data.ts';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const FEED = '/posts/current/form';
const OWN_DEADLINE = '2026-11-20T10:04:30.000Z';
const WRITTEN = { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'not quite done' }] }] };

/** The server's state: three minutes for the class, half as much again for the student. */
let state: { session: SessionView; answered: boolean; draft: object | null };
let server: FakeSocketServer;
let calls: SeenCall[];
let page: Page;
let startedAt: number;

/** The session with a change to the form opened last. */
const withAttempt = (change: Partial<AttemptView>, sequence = state.session.sequence): SessionView => {
  const attempts = state.session.attempts.map((one, at, all) => (at === all.length - 1 ? { ...one, ...change } : one));
  const last = attempts.at(-1) as AttemptView;
  return { ...state.session, sequence, attempts, deadline_at: last.deadline_at, phase_open: last.closed_at === null };
};
const nowOf = (): SessionView => ({ ...state.session, server_time: new Date(Date.parse(OPENED) + performance.now() - startedAt).toISOString() });
const ownPost = () => post(70, 7, { filed_by: 'server', body: [{ response: 'It gets brighter', comment: WRITTEN, detail: { title: null, response_id: 11 } }] });
const join = ({ body }: SeenCall): Reply =>
  success({
    ...active({ session: nowOf(), post_response: state.answered ? ownPost() : null }),
    logged_in_at: OPENED,
    running: null,
    draft: state.draft,
    ...((body as { socket_id?: string }).socket_id && { auth: { [channels.account(7)]: 'key:account', [channels.assessment(8)]: 'key:lesson' } }),
  });

/** Advances the page's time. */
async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  await new Promise((resolve) => setImmediate(resolve)); // the screen is drawn
}
const asked = (path: string) => calls.filter((call) => call.path === path).length;
/** A vote that ends half a minute after the class's form has closed. */
const VOTE_END = '2026-11-20T10:03:55.000Z';
const vote = () => ({
  id: 5,
  form: 'Form - 1A',
  ends_at: VOTE_END,
  is_over: false,
  server_time: nowOf().server_time,
  reasons: [51, 52].map((id) => ({
    id,
    comment: { ...WRITTEN, content: [{ type: 'paragraph', content: [{ type: 'text', text: `Reason ${id}` }] }] },
    is_own: false,
  })),
  mine: null,
  counts: null,
  convinced: null,
});
const drafts = () => calls.filter(({ path }) => path === '/live/learning/draft').map(({ body }) => body);
const shownTime = () => screen.getByRole('timer').textContent?.match(/\d+:\d\d$/)?.[0];
const choice = () => screen.queryByRole<HTMLInputElement>('radio', { name: /It gets brighter/ });
/** Sends an event on the class's channel. */
function tell(sequence: number, body: LessonEventBody): void {
  const { name, ...data } = event(sequence, body);
  server.newest().say(name, { ...data, server_time: nowOf().server_time }, channels.assessment(8));
}
/** Sends an event on the student's own channel. */
const tellStudent = (name: 'own-time.changed' | 'own-answer.filed') => server.newest().say(name, { assessment_id: 8 }, channels.account(7));

async function open(): Promise<void> {
  server = fakeSockets();
  calls = scriptFetch({
    'GET /config': success({
      version: '1',
      realtime: { key: 'school-key', host: 'school.test', port: 8443, tls: true, auth_endpoint: '/api/broadcasting/auth' },
      messages: {},
    }),
    'POST /live/learning/join': join,
    'GET /live/learning/state': () => success({ epoch: 40, sequence: state.session.sequence, events: [], session: nowOf() }),
    'GET /live/learning/running/elapsedtime': () => success({ session: nowOf() }),
    'GET /live/learning/student/answers': success({ questions: [question], answers: [] }),
    'POST /live/learning/draft': ({ body }) => success({ revision: (body as { revision: number }).revision, saved_at: nowOf().server_time }),
    'GET /live/learning/reasons/vote': () => success({ vote: state.answered ? vote() : null }),
    [`GET ${FEED}`]: () => success({ visible: true, form: 'Form - 1A', posts: [post(2, 8)], data: [], distribution: null }),
  });
  setScreenWidth(1280);
  signIn('token-7', person());
  startedAt = performance.now();
  page = startPage(getSession()!, 8, {
    toLesson: vi.fn<() => void>(),
    toSnapshot: vi.fn<() => void>(),
    toHome: vi.fn<() => void>(),
    toSignIn: vi.fn<() => void>(),
  });
  render(<App page={page} />);
  for (let turn = 0; turn < 20 && (!choice() || asked('/live/learning/state') === 0); turn += 1) await pass(0.1);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  state = { session: session(), answered: false, draft: null };
  state.session = withAttempt({ deadline_at: OWN_DEADLINE, own_time: true });
});
afterEach(() => {
  page.stop();
  cleanup();
  signOut();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Closes the class's form, while the student's continues. */
async function closeForClass(): Promise<void> {
  await pass(183);
  state.session = { ...state.session, sequence: 6 };
  tell(6, { name: 'assessment.phase.closed', form: 'Form - 1A' });
  await pass(4);
}

/** Ends the student's own time. The written text is filed. */
function endOwnTime(): void {
  state.answered = true;
  state.session = withAttempt({ closed_at: DEADLINE, deadline_at: DEADLINE, own_time: undefined });
}

test('[L283] [LIVE-67] the clock shows the own deadline, and the own form stays open when the class’s closes: feed and reveal wait, and come when the own time ends', async () => {
  await open();
  expect(shownTime()).toMatch(/^0?4:[23]\d$/);
  choice()!.click();
  await closeForClass();
  expect(shownTime()).toMatch(/^0?1:2\d$/);
  expect(choice()?.checked).toBe(true);
  expect(screen.getByRole('button', { name: 'Submit Answer' })).toBeTruthy();
  expect(screen.queryByText('Form - 1A has closed', { exact: false })).toBeNull();

  tell(7, { name: 'assessment.revealed', form: 'Form - 1A', what: 'distribution' });
  tell(8, { name: 'assessment.revealed', form: 'Form - 1A', what: 'correctness' });
  tell(9, { name: 'assessment.post.reaction.added', items: [2] });
  state.session = withAttempt({ distribution_revealed: true, correctness_revealed: true }, 9);
  await pass(8);
  expect([asked(FEED), screen.queryByText(/Priya/), choice()?.checked]).toEqual([0, null, true]);

  endOwnTime();
  tellStudent('own-time.changed');
  await pass(4);
  expect(choice()).toBeNull();
  expect(screen.getByText('Your answer, submitted automatically at the end')).toBeTruthy();
  expect(screen.getByText('not quite done')).toBeTruthy();
  expect(asked(FEED)).toBeGreaterThan(0);
  expect(screen.getByText(/Priya/)).toBeTruthy();
});

test('[B2313] [LIVE-105] a vote that runs when the own time ends appears then, with the time that is left', async () => {
  Element.prototype.scrollIntoView = () => undefined; // jsdom has none
  await import('./lesson-screen/Vote.tsx'); // the page loads it later, in real time
  await open();
  choice()!.click();
  await closeForClass();
  state.session = { ...state.session, sequence: 7, vote: { id: 5, ends_at: VOTE_END, is_shown: true } };
  tell(7, { name: 'assessment.vote.opened', vote_id: 5, ends_at: VOTE_END });
  for (let turn = 0; turn < 40 && asked('/live/learning/reasons/vote') === 0; turn += 1) await pass(0.1); // its part of the page is loaded
  expect([asked('/live/learning/reasons/vote'), screen.queryByText('Reason 51')]).toEqual([1, null]);
  endOwnTime();
  tellStudent('own-time.changed');
  await pass(3);
  expect(asked('/live/learning/reasons/vote')).toBe(2);
  expect(screen.getByText('Reason 51')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Reason 52' }).disabled).toBe(false);
});

test('[LIVE-12] a deadline of one’s own that is moved in mid-form moves the clock alone; what the class is told of its own does not', async () => {
  await open();
  choice()!.click();
  await pass(2);
  tell(6, { name: 'assessment.time.adjustment', type: 'decrease', time: 2, assessment_id: 8, form: 'Form - 1A', deadline_at: '2026-11-20T10:01:00.000Z' });
  await pass(1);
  expect(shownTime()).toMatch(/^0?4:2\d$/);
  state.session = withAttempt({ deadline_at: '2026-11-20T10:07:30.000Z' }, 6);
  tellStudent('own-time.changed');
  await pass(1);
  expect(shownTime()).toMatch(/^0?7:2\d$/);
  expect(choice()?.checked).toBe(true);
  expect(drafts()).toMatchObject([{ form: 'Form - 1A', response_id: 11 }]);
});

test.each(['own-time.changed', 'own-answer.filed'] as const)(
  '[LIVE-67] own time that has ended, by the next step or an answer from another device (%s), ends on the page too, with what was filed',
  async (name) => {
    await open();
    choice()!.click();
    await closeForClass();
    endOwnTime();
    tellStudent(name);
    await pass(4);
    expect(screen.getByText('not quite done')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Submit Answer' })).toBeNull();
    expect(shownTime()).toMatch(/^0?0:00$/);
  },
);

test('[LIVE-67] a page that is not told of the end of its time sends what stands there, and asks until it knows', async () => {
  await open();
  choice()!.click();
  await closeForClass();
  const sent = drafts().length;
  await pass(84);
  expect(screen.getByRole('heading', { name: 'Time is up' })).toBeTruthy();
  expect(drafts().length).toBeGreaterThan(sent);
  const before = asked('/live/learning/running/elapsedtime');
  await pass(6);
  expect(asked('/live/learning/running/elapsedtime')).toBeGreaterThan(before);
  endOwnTime();
  await pass(10);
  expect(screen.getByText('Your answer, submitted automatically at the end')).toBeTruthy();
});

test('[LIVE-14] a form that opens in mid-lesson has the class’s deadline until the own one is told, a moment later', async () => {
  await open();
  await closeForClass();
  const [first] = state.session.attempts as [AttemptView];
  const deadline_at = '2026-11-20T10:06:30.000Z';
  const attempts = [
    { ...first, closed_at: DEADLINE, deadline_at: DEADLINE, own_time: undefined },
    { ...first, form: 'Form - 1B' as const, deadline_at: '2026-11-20T10:08:00.000Z', own_time: true },
  ];
  state.session = { ...state.session, sequence: 7, form: 'Form - 1B', attempts, deadline_at: '2026-11-20T10:08:00.000Z', phase_open: true };
  tell(7, {
    name: 'assessment.started',
    form: 'Form - 1B',
    deadline_at,
    question,
    question_id: 1,
    time: { hour: 0, minute: 3, second: 0 },
    GenerateEventOnStudentSide: true,
  });
  tellStudent('own-time.changed');
  await pass(1);
  expect(shownTime()).toMatch(/^0?4:[45]\d$/);
  expect(screen.getAllByText('Form - 1B').length).toBeGreaterThan(0);
});
