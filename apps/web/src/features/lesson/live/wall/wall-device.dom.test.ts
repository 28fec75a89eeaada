import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getToken, signIn, signOut } from '../../../../base/session.ts';
import { person } from '../../../../testing/people.ts';
import { fakeSockets } from '../../../../testing/fake-socket.ts';
import { failure, scriptFetch, success } from '../../../../testing/scripted-fetch.ts';
import { startWall, type WallDevice } from './wall-device.ts';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

let wall: WallDevice;
const pause = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const shown = () => wall.state.get().shown;
const CODE = success({ code: 'BCDFGH', secret: 'a secret', expires_at: '2026-11-20T10:10:00.000Z', server_time: '2026-11-20T10:00:00.000Z' });
const LESSON = success({ account_id: 3, teacher_name: 'Ms. Okafor', assessment_id: 8 });

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

test('[B2281] [LIVE-130] a connected screen asks when its socket says so, by the clock every few seconds only while the line is lost, and after a sleep', async () => {
  localStorage.setItem('cw.wall', JSON.stringify({ token: 'wall-token', accountId: 3, teacher: 'Ms. Okafor', assessmentId: null }));
  const sockets = fakeSockets();
  const realtime = { key: 'school-key', host: 'school.test', port: 8443, tls: true, auth_endpoint: '/api/broadcasting/auth' };
  const calls = start({
    'GET /config': success({ version: '1', realtime, messages: {} }),
    'POST /broadcasting/auth': success({ auth: 'school-key:signature' }),
    'GET /live/walls/lesson': LESSON,
  });
  const asked = (): number => calls.filter(({ path }) => path === '/live/walls/lesson').length;
  const isHeard = (): boolean => sockets.sockets.at(-1)?.sent.some(({ data }) => data['channel'] === 'private-walls-3') ?? false;
  for (let turn = 0; turn < 200 && !isHeard(); turn += 1) {
    await pause(20);
    await vi.importActual('../../../../base/pusher.ts'); // loaded when it is needed, in a time that is not ours
  }
  expect(isHeard()).toBe(true);
  await pause(6_000);
  let before = asked();
  await pause(40_000);
  expect(asked()).toBe(before);
  sockets.newest().say('live-walls.changed', {}, 'private-walls-3');
  await pause(100);
  expect(asked()).toBe(before + 1);
  await pause(61_000); // its teacher sees that it is there
  expect(asked()).toBe(before + 2);
  before = asked();
  document.dispatchEvent(new Event('visibilitychange'));
  await pause(100);
  expect(asked()).toBe(before + 1);
  vi.stubGlobal('WebSocket', undefined);
  sockets.newest().drop();
  await pause(16_000);
  expect(asked()).toBeGreaterThanOrEqual(before + 4);
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
