import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signOut } from '../../../../base/session.ts';
import { failure, success } from '../../../../testing/scripted-fetch.ts';
import { entered, fakeLesson, type FakeLesson } from '../testing/fake-lesson.ts';
import { projector, run, broadcastOf } from '../testing/projector-data.ts';
import { type ProjectorLesson, startProjectorLesson } from './projector-lesson.ts';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const VIEW = '/live/learning/projector';
const RESULTS = '/live/learning/projector/results';
let server: FakeLesson;
let lesson: ProjectorLesson;
const pause = (ms = 700) => vi.advanceTimersByTimeAsync(ms);
const shown = () => lesson.state.get().view;

async function open(answers: Parameters<typeof fakeLesson>[0] = {}): Promise<void> {
  server = fakeLesson(answers);
  lesson = startProjectorLesson(8);
  await entered(server, 1);
  await vi.waitFor(() => expect(shown()).not.toBeNull(), 10_000);
  await pause();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  lesson.stop();
  vi.useRealTimers();
  signOut();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('with the socket up nothing polls, and figures come without a call', async () => {
  await open();
  const before = server.calls.length;
  server.sayToWall(broadcastOf({}, run('Form - 1A', { answered: 4 })));
  await vi.waitFor(() => expect(shown()?.run?.answered).toBe(4));
  await pause(30_000);
  expect(server.calls.length).toBe(before);
});

test('a question that is not known is asked for once, and until it is there the wall stays whole', async () => {
  await open();
  const before = server.asked(VIEW);
  server.answers[`GET ${VIEW}`] = success({ projector: projector({ as_of: 1003 }, run('Form - 2', { answered: 0 })) });
  server.sayToWall(broadcastOf({ as_of: 1002 }, run('Form - 2', { answered: 0 })));
  expect(shown()).toMatchObject({ run: { form: 'Form - 1A' }, question: { id: 1 } });
  await vi.waitFor(() => expect(shown()).toMatchObject({ run: { form: 'Form - 2' }, question: { id: 2 } }));
  await pause();
  expect(server.asked(VIEW)).toBe(before + 1);
});

test('[B873] after a lost connection the wall asks again and shows what happened meanwhile', async () => {
  await open();
  server.answers[`GET ${VIEW}`] = success({ projector: projector({ as_of: 1010 }, run('Form - 1B', { answered: 2 })) });
  server.sockets.newest().drop();
  await vi.waitFor(() => expect(shown()?.run?.form).toBe('Form - 1B'), 60_000);
});

test('[B873] without a socket the wall asks by itself, every few seconds', async () => {
  await open();
  server.sockets.newest().drop(4001); // an end after which the client does not reconnect automatically
  const before = server.asked(VIEW);
  await pause(20_000);
  expect(server.asked(VIEW) - before).toBeGreaterThanOrEqual(3);
  expect(server.asked(VIEW) - before).toBeLessThanOrEqual(5);
});

test('a call that fails takes nothing off the wall, and the next answer mends it', async () => {
  await open();
  server.answers[`GET ${VIEW}`] = failure(404, 'ASSESSMENT_NOT_FOUND');
  lesson.reload();
  await vi.waitFor(() => expect(lesson.state.get().problem).toBeDefined());
  expect(shown()?.title).toBe('Simple circuits');
  server.answers[`GET ${VIEW}`] = success({ projector: projector({ as_of: 1010 }, null) });
  lesson.reload();
  await vi.waitFor(() => expect(lesson.state.get()).toMatchObject({ problem: undefined, view: { stage: 'ready' } }));
});

test('an answer that was under way when something newer was told is not taken for it', async () => {
  await open();
  server.sayToWall(broadcastOf({ as_of: 1020 }, run('Form - 1A', { answered: 4 })));
  await vi.waitFor(() => expect(shown()?.run?.answered).toBe(4));
  lesson.reload();
  await pause();
  expect(shown()?.run?.answered).toBe(4);
});

test('a form that should have closed by now is asked about', async () => {
  await open();
  const before = server.asked(VIEW);
  await pause(4 * 60_000);
  expect(server.asked(VIEW)).toBeGreaterThan(before);
});

test('how the class moved is asked for when it is to be shown, and not kept when it is covered', async () => {
  const moved = { from: 'Form - 1A', to: 'Form - 1B', kept_right: 0, wrong_to_right: 1, right_to_wrong: 0, kept_wrong: 0, flows: [] };
  await open({ [`GET ${RESULTS}`]: success({ results: { transition: moved, responses: [] } }) });
  expect(server.asked(RESULTS)).toBe(0);
  lesson.showResults(true);
  await vi.waitFor(() => expect(lesson.state.get().results).toMatchObject({ transition: moved }));
  lesson.showResults(false);
  expect(lesson.state.get().results).toBeNull();
  lesson.showResults(true);
  lesson.showResults(false); // before the answer is there
  await pause();
  expect(lesson.state.get().results).toBeNull();
});
