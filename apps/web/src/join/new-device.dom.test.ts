import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getSession, signIn, signOut, tokenFingerprint } from '../base/session.ts';
import { person } from '../testing/people.ts';
import { scriptFetch } from '../testing/scripted-fetch.ts';
import { type Page, type Screen, startPage } from './page.ts';
import type { Ways } from './ways.ts';

/** The account's channel: the page listens to it, and the test sends what the server would. */
const account = vi.hoisted(() => ({ send: (_name: string, _data: object): void => undefined }));
vi.mock('../base/realtime.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  listen: (_channel: string, { onEvent }: { onEvent: typeof account.send }) => {
    account.send = onEvent;
    return () => undefined;
  },
}));

const SCREEN: Screen = { is: 'snapshot', assessmentId: 8 };
const MESSAGE = 'You signed in on another phone.';
const toSignIn = vi.fn<Ways['toSignIn']>();
let page: Page;
let shown: Screen[];

beforeEach(() => {
  signIn('token-7', person());
  scriptFetch({});
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  toSignIn.mockReset();
  page = startPage(getSession()!, 8, { toLesson: () => undefined, toSnapshot: () => undefined, toHome: () => undefined, toSignIn }, { first: SCREEN });
  shown = [];
  page.screen.subscribe(() => shown.push(page.screen.get()));
});
afterEach(() => {
  page.stop();
  signOut('chosen');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const hear = (token_fingerprint: string) => account.send('new-device-login', { token_fingerprint, message: MESSAGE });

test('a sign-in that ended another token of the account leaves this page as it is', async () => {
  const other = (await tokenFingerprint('another token'))!;
  const digest = vi.spyOn(crypto.subtle, 'digest');
  hear(other);
  await vi.waitFor(() => expect(digest.mock.settledResults.map(({ type }) => type)).toEqual(['fulfilled']));
  await new Promise((resolve) => setImmediate(resolve)); // the page has compared
  expect(getSession()?.token).toBe('token-7');
  expect([page.screen.get(), shown, toSignIn.mock.calls]).toEqual([SCREEN, [], []]);
});

test('one that ended the token of this page signs it out, and says so in the words of the server', async () => {
  hear((await tokenFingerprint('token-7'))!.toUpperCase());
  await vi.waitFor(() => expect(toSignIn.mock.calls).toEqual([[{ reason: 'elsewhere', message: MESSAGE }]]));
  expect(getSession()).toBeNull();
  expect(shown).toEqual([{ is: 'signed-out', message: MESSAGE }]);
});
