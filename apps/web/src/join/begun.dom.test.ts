import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getSession, signIn, signOut } from '../base/session.ts';
import { person } from '../testing/people.ts';
import { failure, scriptFetch } from '../testing/scripted-fetch.ts';
import { type Screen, startPage } from './page.ts';

/** The account's channel: the page listens to it, and the test sends what the server would. */
const account = vi.hoisted(() => ({ send: (_name: string, _data: object): void => undefined }));
vi.mock('../base/realtime.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  listen: (_channel: string, { onEvent }: { onEvent: typeof account.send }) => {
    account.send = onEvent;
    return () => undefined;
  },
}));

beforeEach(() => {
  signIn('token-7', person());
  scriptFetch({});
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  signOut('chosen');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(first: Screen) {
  const toLesson = vi.fn<(id: number) => void>();
  const page = startPage(getSession()!, 8, { toLesson, toSnapshot: () => undefined, toHome: () => undefined, toSignIn: () => undefined }, { first });
  account.send('assessment-student-started', { assessment_id: 9 });
  const seen = { begun: page.begun.get(), taken: toLesson.mock.calls };
  page.stop();
  return seen;
}

const READING: Screen[] = [
  { is: 'snapshot', assessmentId: 8 },
  { is: 'summary', of: [8] },
  { is: 'solo', assessmentId: 8 },
  { is: 'review', reviewId: 5 },
];

test.each(READING)('[B2326] a student who looks at a $is when another lesson begins is asked to join, and taken nowhere', (first) => {
  expect(open(first)).toEqual({ begun: 9, taken: [] });
});

test('[B2326] a page that shows nothing goes to the lesson that begins', () => {
  expect(open({ is: 'failed', problem: null })).toEqual({ begun: null, taken: [[9]] });
});

test.each([8, null])('[B2790] a student who has to set up a second factor first goes to Home for it, from the address of lesson %s', async (assessmentId) => {
  const first = failure(403, 'FACTOR_FIRST');
  scriptFetch({ 'GET /live/learning/running/assessment': first, 'POST /live/learning/join': first });
  const toHome = vi.fn<() => void>();
  const page = startPage(getSession()!, assessmentId, { toLesson: () => undefined, toSnapshot: () => undefined, toHome, toSignIn: () => undefined });
  await vi.waitFor(() => expect(toHome).toHaveBeenCalled());
  page.stop();
});
