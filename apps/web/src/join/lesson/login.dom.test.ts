import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scriptFetch, success, type Reply, type SeenCall } from '../../testing/scripted-fetch.ts';
import { createLogin, type Login } from './login.ts';

const PATH = 'POST /live/learning/studentlogin';
let answers: Record<string, Reply>;
let calls: SeenCall[];
let login: Login;
beforeEach(() => {
  vi.useFakeTimers();
  answers = { [PATH]: 'offline' };
  calls = scriptFetch(answers);
  login = createLogin(8);
});
afterEach(() => {
  login.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('[L259] the login is told every five seconds until it is recorded, always under one key, and never again', async () => {
  login.tell();
  await pass(4_900);
  expect(calls).toHaveLength(1);
  await pass(200);
  expect(calls).toHaveLength(2);
  answers[PATH] = success({ assessment_id: 8, logged_in_at: '2026-11-20T10:00:00.000Z' });
  await pass(5_100);
  expect(calls).toHaveLength(3);
  await pass(60_000);
  expect(calls).toHaveLength(3);
  expect(calls[0]?.body).toEqual({ assessment_id: 8 });
  expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

test('[L259] what the server has by another way is not told any more; another run is told anew', async () => {
  login.tell();
  await pass(100);
  login.isRecorded();
  await pass(60_000);
  expect(calls).toHaveLength(1);
  answers[PATH] = success({ assessment_id: 8, logged_in_at: '2026-11-20T10:00:00.000Z' });
  login.again();
  await pass(60_000);
  expect(calls).toHaveLength(2);
});
