import type { assessmentGet, assessmentList } from '@classwright/contract/class/assessments/calls';
import type { authLogin, authMe } from '@classwright/contract/people/sign-in/calls';
import type { postAdd } from '@classwright/contract/lesson/live/posts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { person } from '../testing/people.ts';
import { failure, scriptFetch, success } from '../testing/scripted-fetch.ts';
import { api, ApiError } from './api.ts';
import { getSession, lastSignOutReason, signIn, signOut } from './session.ts';

const rejected = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
};

beforeEach(() => {
  signOut();
  signIn('token-1', person());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a call', () => {
  test('[K354] [L369] [L370] [L567] [Q372] [Q373] [K355] carries the bearer token in its header and nowhere else, and its parameters where they belong', async () => {
    const seen = scriptFetch({
      'GET /assessments/12': success({ assessment: { id: 12 } }),
      'GET /assessments': success({ data: [] }),
      'POST /posts/add': success({ post: {} }),
    });
    await api<typeof assessmentGet>('GET', '/assessments/:id', { params: { id: 12 } });
    await api<typeof assessmentList>('GET', '/assessments', { query: { page: 2, search_text: '' } });
    await api<typeof postAdd>('POST', '/posts/add', { body: { session_id: 1, form: 'Form - 1A', response_id: null, comment: '' }, idempotencyKey: 'key-1' });
    expect(seen.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-1']);
    expect([...(seen[1]?.query ?? [])]).toEqual([['page', '2']]);
    expect(seen[2]).toMatchObject({ body: { session_id: 1, form: 'Form - 1A', response_id: null, comment: '' } });
    expect(seen[2]?.headers.get('idempotency-key')).toBe('key-1');
    expect(seen.some(({ query }) => query.toString().includes('token'))).toBe(false);
  });

  test('can go out under another token, or none', async () => {
    const seen = scriptFetch({ 'GET /auth/me': success({ user: person() }) });
    await api<typeof authMe>('GET', '/auth/me', { token: 'older' });
    await api<typeof authMe>('GET', '/auth/me', { token: null });
    expect(seen.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer older', null]);
  });

  test('[K356] compares the status of the envelope without regard to case', async () => {
    scriptFetch({ 'GET /auth/me': { body: { status: 'SUCCESS', user: person() } } });
    expect((await api<typeof authMe>('GET', '/auth/me')).user.name).toBe('Ada Byron');
  });

  test('[K357] [L545] rejects with the server’s code, words and field errors', async () => {
    scriptFetch({ 'POST /auth/login': failure(422, 'VALIDATION_FAILED', { errors: { email: ['Email is required'] }, request_id: 'r-1' }) });
    expect(await rejected(api<typeof authLogin>('POST', '/auth/login', { body: { email: '', password: 'x' } }))).toMatchObject({
      status: 422,
      code: 'VALIDATION_FAILED',
      message: 'server says VALIDATION_FAILED',
      errors: { email: ['Email is required'] },
      request_id: 'r-1',
      isTransient: false,
    });
  });
});

describe('without an answer', () => {
  test('a lost connection, a late server and a stranger’s page are three different failures', async () => {
    scriptFetch({ 'GET /auth/me': 'offline' });
    expect(await rejected(api<typeof authMe>('GET', '/auth/me'))).toMatchObject({ code: 'NETWORK', status: 0, isTransient: true });
    scriptFetch({ 'GET /auth/me': 'never' });
    expect(await rejected(api<typeof authMe>('GET', '/auth/me', { timeoutMs: 5 }))).toMatchObject({ code: 'TIMEOUT', status: 0, isTransient: true });
    scriptFetch({ 'GET /auth/me': { body: '<html>Welcome to the airport</html>' } });
    expect(await rejected(api<typeof authMe>('GET', '/auth/me'))).toMatchObject({ code: 'BAD_ANSWER' });
  });

  test('a proxy’s 502 page means that the server is away, and Retry-After is kept', async () => {
    scriptFetch({ 'GET /auth/me': { status: 502, body: '<html>Bad gateway</html>', headers: { 'retry-after': '3' } } });
    expect(await rejected(api<typeof authMe>('GET', '/auth/me'))).toMatchObject({ code: 'UNAVAILABLE', status: 502, isTransient: true, retryAfterMs: 3000 });
  });

  test('a call that its caller gave up is no failure of the call', async () => {
    scriptFetch({ 'GET /auth/me': 'never' });
    const given = new AbortController();
    const call = api<typeof authMe>('GET', '/auth/me', { signal: given.signal });
    given.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a 401', () => {
  test.each([
    ['NOT_SIGNED_IN', 'expired'],
    ['ACCOUNT_DEACTIVATED', 'deactivated'],
    ['SIGNED_IN_ELSEWHERE', 'elsewhere'],
  ] as const)('of %s signs the tab out (%s)', async (code, reason) => {
    scriptFetch({ 'GET /auth/me': failure(401, code) });
    await rejected(api<typeof authMe>('GET', '/auth/me'));
    expect(getSession()).toBeNull();
    expect(lastSignOutReason()).toBe(reason);
  });

  test('of a refused sign-in, or of another token than the tab’s, leaves the tab alone', async () => {
    scriptFetch({ 'POST /auth/login': failure(401, 'SIGN_IN_REFUSED'), 'GET /auth/me': failure(401, 'NOT_SIGNED_IN') });
    await rejected(api<typeof authLogin>('POST', '/auth/login', { body: { email: 'a', password: 'b' } }));
    await rejected(api<typeof authMe>('GET', '/auth/me', { token: 'older' }));
    expect(getSession()?.token).toBe('token-1');
  });
});
