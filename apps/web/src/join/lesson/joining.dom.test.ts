import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { person } from '../../testing/people.ts';
import { fakeSockets, type FakeSocketServer } from '../../testing/fake-socket.ts';
import { failure, scriptFetch, success, type Reply, type SeenCall } from '../../testing/scripted-fetch.ts';
import { active, post, session } from '../testing/lesson-data.ts';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const JOIN = 'POST /live/learning/join';
const config = success({
  version: '1',
  realtime: { key: 'school-key', host: 'school.test', port: 8443, tls: true, auth_endpoint: '/api/broadcasting/auth' },
  messages: {},
});
const LOGGED_IN = { logged_in_at: '2026-11-20T10:00:00.000Z', running: null, draft: null };
/** Signs for the named socket, as the server does. */
const joined = ({ body }: SeenCall): Reply =>
  success({
    ...active(),
    ...LOGGED_IN,
    ...((body as { socket_id?: string }).socket_id && { auth: { 'private-account-7': 'key:account', 'private-channel-assessment-8': 'key:lesson' } }),
  });
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
vi.setConfig({ testTimeout: 30_000 });

let server: FakeSocketServer;
let answers: Record<string, Reply | ((call: SeenCall) => Reply)>;
let calls: SeenCall[];
let page: Awaited<ReturnType<typeof openPage>>;
const named = () => calls.map(({ method, path }) => `${method} ${path}`);

interface Opening {
  /** The lesson that the page joins before it knows whose it is. */
  early?: number;
  /** The token that the device remembers then. */
  remembered?: string;
  /** The time that passes until the page knows. */
  waitMs?: number;
}

async function openPage({ early, remembered = 'token-7', waitMs = 0 }: Opening = {}) {
  vi.resetModules();
  server = fakeSockets();
  calls = scriptFetch(answers);
  if (early !== undefined) {
    localStorage.setItem('cw.session.last', JSON.stringify({ token: remembered, account_id: 7 }));
    (await import('./joining.ts')).joinEarly(early);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  const [{ signIn, signOut }, { startLesson }, { createOutbox }, { createMemoryStore }, { createKeepingStore }, { listen }] = await Promise.all([
    import('../../base/session.ts'),
    import('./lesson.ts'),
    import('../../lesson/outbox/outbox.ts'),
    import('../../lesson/outbox/item-store.ts'),
    import('../../lesson/outbox/keeping-store.ts'),
    import('../../base/realtime.ts'),
  ]);
  signIn('token-7', person());
  const outbox = createOutbox({ account_id: 7, token: () => 'token-7', store: createKeepingStore(createMemoryStore()) });
  listen('private-account-7', { onEvent: () => undefined });
  const onOtherLesson = vi.fn<(id: number) => void>();
  const lesson = startLesson({ assessmentId: 8, accountId: 7, outbox, onOtherLesson, onFinished: () => undefined, onCanceled: () => undefined });
  return { lesson, onOtherLesson, signOut, outbox };
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  answers = { 'GET /config': config, [JOIN]: joined, 'GET /live/learning/state': success({ epoch: 40, sequence: 5, events: [], session: session() }) };
});
afterEach(() => {
  page.lesson.stop();
  page.outbox.stop();
  page.signOut();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const subscribed = () => server.newest().sent.filter(({ event }) => event === 'pusher:subscribe');

test('[L400] the question is there by one call, that waits for no socket', async () => {
  answers['GET /config'] = 'never';
  page = await openPage();
  await soon(() => expect(page.lesson.model.get().question?.id).toBe(1));
  expect(page.lesson.stage.get()).toEqual({ is: 'running' });
  expect(named().filter((call) => call !== 'GET /config')).toEqual([JOIN]);
  expect(calls.find(({ path }) => path === '/live/learning/join')?.body).toEqual({ assessment_id: 8 });
  expect(server.sockets).toHaveLength(0);
});

test.each<[string, Opening, (number | string | null)[][]]>([
  ['serves the lesson, so no other call is needed', { early: 8 }, [[8, 'token-7']]],
  [
    'for another lesson serves none',
    { early: 9 },
    [
      [9, 'token-7'],
      [8, 'token-7'],
    ],
  ],
  [
    'of another sign-in serves none',
    { early: 8, remembered: 'token-6' },
    [
      [8, 'token-6'],
      [8, 'token-7'],
    ],
  ],
])('[L400] a join that was sent before the page knew whose it is %s', async (_, opening, joins) => {
  answers['GET /config'] = 'never';
  page = await openPage(opening);
  await soon(() => expect(page.lesson.model.get().question?.id).toBe(1));
  const sent = calls.filter(({ path }) => path === '/live/learning/join');
  expect(
    sent.map(({ body, headers }) => [(body as { assessment_id: number }).assessment_id, headers.get('authorization')?.slice('Bearer '.length) ?? null]),
  ).toEqual(joins);
});

test('an early join that failed is one try: the lesson asks again', async () => {
  answers['GET /config'] = 'never';
  let asked = 0;
  answers[JOIN] = (call) => (++asked === 1 ? failure(503, 'UNAVAILABLE') : joined(call));
  vi.useFakeTimers();
  page = await openPage({ early: 8 });
  await vi.advanceTimersByTimeAsync(100);
  expect([asked, page.lesson.stage.get().is]).toEqual([1, 'failed']);
  await vi.advanceTimersByTimeAsync(5_100);
  expect([asked, page.lesson.stage.get().is]).toEqual([2, 'running']);
});

test('an early join that waited for the page does not set its clock late', async () => {
  answers['GET /config'] = 'never';
  vi.useFakeTimers();
  const serverTime = Date.parse(session().server_time);
  const opening = openPage({ early: 8, waitMs: 3_000 });
  await vi.advanceTimersByTimeAsync(3_000);
  page = await opening;
  await vi.advanceTimersByTimeAsync(50);
  expect(page.lesson.model.get().question?.id).toBe(1);
  expect(page.lesson.clock.now() - serverTime).toBeGreaterThanOrEqual(3_000);
});

test('nobody who is remembered is nobody who joins', async () => {
  calls = scriptFetch(answers);
  vi.resetModules();
  (await import('./joining.ts')).joinEarly(8);
  sessionStorage.setItem('cw.session', 'none');
  localStorage.setItem('cw.session.last', JSON.stringify({ token: 'token-7', account_id: 7 }));
  vi.resetModules();
  (await import('./joining.ts')).joinEarly(8);
  expect(calls).toEqual([]);
  sessionStorage.clear();
  page = await openPage();
});

const TICKET = `7.70.1790000000000.${btoa('private-account-7 private-channel-assessment-8').replaceAll('=', '')}.signature`;
const joinedWithTicket = (call: SeenCall): Reply =>
  (call.body as { socket_id?: string }).socket_id ? joined(call) : success({ ...active(), ...LOGGED_IN, socket_ticket: TICKET });

test('[B2903] the socket is opened with the ticket of the join: both channels are entered, and nothing more is asked', async () => {
  answers[JOIN] = joinedWithTicket;
  page = await openPage({ early: 8 });
  const heard = vi.fn<() => void>();
  const { listen } = await import('../../base/realtime.ts');
  listen('private-channel-assessment-8', { onEvent: heard });
  await soon(() => expect(server.sockets).toHaveLength(1));
  expect(server.newest().protocols).toEqual(['classwright', `ticket.${TICKET}`]);
  await soon(() => expect(named()).toContain('GET /live/learning/state'));
  server.newest().say('news', {}, 'private-channel-assessment-8');
  expect(heard).toHaveBeenCalledOnce();
  expect(named().filter((call) => call === JOIN)).toHaveLength(1);
  expect(subscribed()).toEqual([]);
});

test.each([
  ['an answer in the form opened last, which the join did not have', 'Form - 1A', 2],
  ['no answer', null, 1],
] as const)('[B3064] once the channels are entered, %s: joins %s', async (_, own_answer, joins) => {
  answers[JOIN] = joinedWithTicket;
  answers['GET /live/learning/state'] = () => {
    if (own_answer) answers[JOIN] = success({ ...active(), ...LOGGED_IN, post_response: post(1, 7) });
    return success({ epoch: 40, sequence: 5, events: [], session: session(), own_answer });
  };
  page = await openPage({ early: 8 });
  const { listen } = await import('../../base/realtime.ts');
  listen('private-channel-assessment-8', { onEvent: () => undefined });
  await soon(() => expect(named()).toContain('GET /live/learning/state'));
  await soon(() => expect(page.lesson.model.get().ownPosts['Form - 1A'] !== undefined).toBe(own_answer !== null));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(named().filter((call) => call === JOIN)).toHaveLength(joins);
});

test('[B3064] a student’s own channel that is entered later than the lesson’s asks for what it missed, once the lesson is known', async () => {
  answers[JOIN] = joinedWithTicket;
  page = await openPage({ early: 8 });
  await soon(() => expect(page.lesson.model.get().known).not.toBeNull());
  await soon(() => expect(named()).toContain('GET /live/learning/state'));
  calls.length = 0;
  page.lesson.hearOwnChannel();
  await soon(() => expect(named()).toEqual(['GET /live/learning/state']));
});

test('[B2903] channels that the ticket did not open are entered by a second join, some seconds later', async () => {
  answers[JOIN] = joinedWithTicket;
  page = await openPage({ early: 8 });
  server.ignoreTickets();
  await soon(() => expect(subscribed()).toHaveLength(2));
  expect(named().filter((call) => call === JOIN)).toHaveLength(2);
});

test('a socket that stands enters both of its channels by one call, and no channel is asked for alone', async () => {
  page = await openPage();
  await soon(() => expect(subscribed()).toHaveLength(2));
  expect(subscribed().map(({ data }) => [data['channel'], data['auth']])).toEqual([
    ['private-account-7', 'key:account'],
    ['private-channel-assessment-8', 'key:lesson'],
  ]);
  await soon(() => expect(named()).toContain('GET /live/learning/state'));
  expect(named().toSorted()).toEqual(['GET /config', 'GET /live/learning/state', JOIN, JOIN]);
  expect(calls.filter(({ path }) => path === '/live/learning/join').map(({ body }) => body)).toEqual([
    { assessment_id: 8 },
    { assessment_id: 8, socket_id: '1.1' },
  ]);
});

test('a socket that comes back is another one, and joins again', async () => {
  page = await openPage();
  await soon(() => expect(subscribed()).toHaveLength(2));
  server.newest().drop();
  await soon(() => expect(server.sockets).toHaveLength(2));
  await soon(() => expect(subscribed()).toHaveLength(2));
  expect(calls.filter(({ path }) => path === '/live/learning/join').map(({ body }) => (body as { socket_id?: string }).socket_id)).toEqual([
    undefined,
    '1.1',
    '1.2',
  ]);
  expect(named()).not.toContain('POST /broadcasting/auth');
});

test('where joining signs nothing, each channel is asked for alone', async () => {
  answers[JOIN] = (call) => ((call.body as { socket_id?: string }).socket_id ? failure(503, 'UNAVAILABLE') : joined(call));
  answers['POST /broadcasting/auth'] = success({ auth: 'key:alone' });
  page = await openPage();
  await soon(() => expect(subscribed().map(({ data }) => data['auth'])).toEqual(['key:alone', 'key:alone']));
});

test('[L259] it is told again soon and then every five seconds until it is recorded, and never again', async () => {
  answers['GET /config'] = 'never';
  const joinedAtMs: number[] = [];
  answers[JOIN] = () => {
    joinedAtMs.push(Date.now());
    return 'offline';
  };
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  page = await openPage();
  await vi.advanceTimersByTimeAsync(19_000);
  const seconds = joinedAtMs.slice(1).map((atMs, index) => (atMs - joinedAtMs[index]!) / 1000);
  expect(seconds.map((gap) => Math.round(10 * gap) / 10)).toEqual([0.5, 1, 2, 4, 5, 5]);
  expect(page.lesson.stage.get().is).toBe('failed');
  let told = 0;
  answers[JOIN] = (call) => {
    told += 1;
    return joined(call);
  };
  await vi.advanceTimersByTimeAsync(60_000);
  expect([told, page.lesson.stage.get().is]).toEqual([1, 'running']);
});

test('[L259] a server that names a time is asked again then, and after five seconds at the latest', async () => {
  answers['GET /config'] = 'never';
  const joinedAtMs: number[] = [];
  answers[JOIN] = () => {
    joinedAtMs.push(Date.now());
    return { status: 503, body: { status: 'error', code: 'UNAVAILABLE' }, headers: { 'retry-after': joinedAtMs.length === 1 ? '3' : '60' } };
  };
  vi.useFakeTimers();
  page = await openPage();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(joinedAtMs.map((atMs) => Math.round((atMs - joinedAtMs[0]!) / 1000))).toEqual([0, 3, 8]);
});

test('[L261] a lesson that began later is where it leads', async () => {
  answers[JOIN] = success({ ...active(), ...LOGGED_IN, running: { id: 9, title: 'Optics', class_name: '9B', teacher_name: 'Ms Okafor' } });
  page = await openPage();
  await soon(() => expect(page.onOtherLesson).toHaveBeenCalledExactlyOnceWith(9));
});

test('a lesson that does not run leads to the one that does, else to what is over', async () => {
  answers[JOIN] = failure(409, 'SESSION_NOT_RUNNING');
  answers['GET /live/learning/running/assessment'] = success({ assessment_id: null, assessment: null, last: null });
  page = await openPage();
  await soon(() => expect(page.lesson.stage.get()).toEqual({ is: 'summary', of: [8] }));
});

test('posts whose loading fails for a passing reason are asked for again, though no event follows', async () => {
  const answered = { ...active({ post_response: post(1, 7) }), ...LOGGED_IN };
  answers['GET /config'] = 'never';
  answers[JOIN] = success(answered);
  const feed = { visible: true, form: 'Form - 1A', posts: [post(2, 8)], data: [], distribution: null };
  let failures = 2;
  answers['GET /posts/current/form'] = () => (failures-- > 0 ? failure(503, 'UNAVAILABLE') : success(feed));
  page = await openPage();
  await soon(() => expect(page.lesson.feedProblem.get()).not.toBeNull());
  await soon(() => expect(page.lesson.model.get().feed?.posts.map(({ id }) => id)).toEqual([2]));
  expect(page.lesson.feedProblem.get()).toBeNull();
});

test('a page that could not ask where it stands once the answers were revealed asks again', async () => {
  const revealed = session({ sequence: 6, attempts: session({}, ['Form - 1A'], true).attempts.map((phase) => ({ ...phase, correctness_revealed: true })) });
  let asked = 0;
  answers['GET /config'] = 'never';
  answers[JOIN] = () => {
    asked += 1;
    if (asked === 2) return failure(503, 'UNAVAILABLE');
    return success({ ...active(asked > 2 ? { session: revealed, post_response: post(1, 7, { is_correct: true }) } : {}), ...LOGGED_IN });
  };
  page = await openPage();
  await soon(() => expect(page.lesson.model.get().question?.id).toBe(1));
  page.lesson.hearOwnAnswer();
  await soon(() => expect(page.lesson.model.get().ownPosts['Form - 1A']?.is_correct).toBe(true));
  expect([asked, page.lesson.stage.get()]).toEqual([3, { is: 'running' }]);
});
