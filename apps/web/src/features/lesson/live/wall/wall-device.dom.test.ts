import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getToken, signIn, signOut } from '../../../../base/session.ts';
import { person } from '../../../../testing/people.ts';
import { failure, scriptFetch, success } from '../../../../testing/scripted-fetch.ts';
import { startWall, type WallDevice } from './wall-device.ts';

let wall: WallDevice;
const pause = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const shown = () => wall.state.get().shown;
const CODE = success({ code: 'BCDFGH', secret: 'a secret', expires_at: '2026-11-20T10:10:00.000Z', server_time: '2026-11-20T10:00:00.000Z' });
const LESSON = success({ teacher_name: 'Ms. Okafor', assessment_id: 8 });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  wall.stop();
  signOut();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts a screen whose server answers as given; the answers can be changed. */
function start(answers: Parameters<typeof scriptFetch>[0]) {
  const calls = scriptFetch(answers);
  wall = startWall();
  return calls;
}

test('[B2135] a screen shows its code until somebody has entered it, then whose lessons it shows; a reload knows both', async () => {
  const answers: Parameters<typeof scriptFetch>[0] = {
    'POST /live/walls/codes': CODE,
    'POST /live/walls/pairing': success({ state: 'waiting', token: null }),
    'GET /live/walls/lesson': LESSON,
  };
  const calls = start(answers);
  await pause(10);
  expect(shown()).toEqual({ is: 'code', code: 'BCDFGH' });
  wall.stop();
  wall = startWall(); // as a reload
  expect(shown()).toEqual({ is: 'code', code: 'BCDFGH' });
  await pause(3_100);
  expect(calls.filter(({ path }) => path === '/live/walls/codes')).toHaveLength(1);
  answers['POST /live/walls/pairing'] = success({ state: 'paired', token: 'wall-token' });
  await pause(3_100);
  expect(shown()).toEqual({ is: 'connected', teacher: 'Ms. Okafor', assessmentId: 8 });
  expect(getToken()).toBe('wall-token');
  wall.stop();
  wall = startWall();
  expect(shown()).toEqual({ is: 'connected', teacher: 'Ms. Okafor', assessmentId: 8 });
});

test('[B2135] a lost line keeps the picture and remembers since when; a code that has ended makes room for a new one', async () => {
  localStorage.setItem('cw.wall', JSON.stringify({ token: 'wall-token', teacher: 'Ms. Okafor', assessmentId: 8 }));
  const answers: Parameters<typeof scriptFetch>[0] = { 'GET /live/walls/lesson': failure(503, 'UNAVAILABLE'), 'POST /live/walls/codes': CODE };
  start(answers);
  await pause(10);
  const since = wall.state.get().offlineSince;
  expect(since).not.toBeNull();
  await pause(11_000);
  expect(wall.state.get().offlineSince).toBe(since);
  expect(shown()).toMatchObject({ is: 'connected', assessmentId: 8 });
  answers['GET /live/walls/lesson'] = LESSON;
  await pause(5_100);
  expect(wall.state.get().offlineSince).toBeNull();
  answers['GET /live/walls/lesson'] = failure(401, 'NOT_SIGNED_IN');
  await pause(5_100);
  await pause(3_100);
  expect(shown()).toEqual({ is: 'code', code: 'BCDFGH' });
});

test('[B2139] a sign-in of this device stays what it is, whatever the screen does', async () => {
  signIn('own-token', person({ rights: [] }), { remember: true });
  const kept = [localStorage.getItem('cw.session.last'), sessionStorage.getItem('cw.session')];
  localStorage.setItem('cw.wall', JSON.stringify({ token: 'wall-token', teacher: 'Ms. Okafor', assessmentId: null }));
  start({ 'GET /live/walls/lesson': LESSON });
  await pause(10);
  expect(getToken()).toBe('wall-token');
  expect([localStorage.getItem('cw.session.last'), sessionStorage.getItem('cw.session')]).toEqual(kept);
});
