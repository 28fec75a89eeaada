import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { person } from '../testing/people.ts';
import { fakeSockets, type FakeSocketServer } from '../testing/fake-socket.ts';
import { failure, scriptFetch, success, type Reply, type SeenCall } from '../testing/scripted-fetch.ts';

// the package's build for browsers, as the bundler uses; tests would use the one for Node
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const config = success({
  version: '1',
  realtime: { key: 'school-key', host: 'school.test', port: 8443, tls: true, auth_endpoint: '/api/broadcasting/auth' },
  messages: {},
});
/** Waits for a check with enough time for a busy machine. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
vi.setConfig({ testTimeout: 30_000 });
let server: FakeSocketServer;
let calls: SeenCall[];
let page: Awaited<ReturnType<typeof openPage>>;

async function openPage(auth: Reply | (() => Reply) = success({ auth: 'school-key:signature' })) {
  vi.resetModules();
  server = fakeSockets();
  calls = scriptFetch({ 'GET /config': config, 'POST /broadcasting/auth': auth });
  const [session, realtime] = await Promise.all([import('./session.ts'), import('./realtime.ts')]);
  session.signIn('token-1', person());
  return { ...session, ...realtime };
}
const listener = () => ({ onEvent: vi.fn<(name: string, data: unknown) => void>(), onReady: vi.fn<() => void>(), onRefused: vi.fn<(error: Error) => void>() });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  page.signOut();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[L523] a client that the server turns away asks whether its sign-in has ended, and signs out', async () => {
  page = await openPage();
  scriptFetch({ 'GET /config': config, 'POST /broadcasting/auth': success({ auth: 'a:b' }), 'GET /auth/me': failure(401, 'ACCOUNT_DEACTIVATED') });
  const one = listener();
  page.listen('private-account-7', one);
  await soon(() => expect(one.onReady).toHaveBeenCalledOnce());
  server.newest().drop(4009);
  await soon(() => expect(page.getSession()).toBeNull());
  expect(page.lastSignOutReason()).toBe('deactivated');
  expect(server.sockets).toHaveLength(1);
});

describe('listening on a channel', () => {
  test('[L393] connects as the configuration says, and enters with the bearer token in the header', async () => {
    page = await openPage();
    const one = listener();
    page.listen('private-account-7', one);
    await soon(() => expect(one.onReady).toHaveBeenCalledOnce());
    expect(server.newest().url).toContain('wss://school.test:8443/app/school-key?protocol=7');
    expect(server.newest().url).not.toContain('token');
    const call = calls.find(({ path }) => path === '/broadcasting/auth');
    expect(call?.headers.get('authorization')).toBe('Bearer token-1');
    expect(call?.body).toEqual({ socket_id: '1.1', channel_name: 'private-account-7' });
    expect(page.connectionStore.get()).toMatchObject({ status: 'online' });
  });

  test('connects once the first screen is shown, and not before', async () => {
    page = await openPage();
    const one = listener();
    let show: () => void = () => undefined;
    page.connectAfter(new Promise<void>((resolve) => (show = resolve)));
    page.listen('private-account-7', one);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([calls, server.sockets]).toEqual([[], []]);
    expect(page.connectionStore.get().status).toBe('connecting');
    show();
    await soon(() => expect(one.onReady).toHaveBeenCalledOnce());
  });

  test('connects also when nothing could be shown', async () => {
    page = await openPage();
    const one = listener();
    page.connectAfter(Promise.reject(new Error('nothing is drawn here')));
    page.listen('private-account-7', one);
    await soon(() => expect(one.onReady).toHaveBeenCalledOnce());
  });

  test('gives every listener the events of its channel, parsed, and none of the protocol’s own', async () => {
    page = await openPage();
    const [one, other, elsewhere] = [listener(), listener(), listener()];
    page.listen('private-account-7', one);
    page.listen('private-account-7', other);
    page.listen('private-channel-assessment-3', elsewhere);
    await soon(() => expect(elsewhere.onReady).toHaveBeenCalled());
    server.newest().say('assessment-student-started', { assessment_id: 3 }, 'private-account-7');
    expect(one.onEvent).toHaveBeenCalledExactlyOnceWith('assessment-student-started', { assessment_id: 3 });
    expect(other.onEvent).toHaveBeenCalledOnce();
    expect(elsewhere.onEvent).not.toHaveBeenCalled();
    expect(server.sockets).toHaveLength(1);
  });

  test('a screen that leaves and enters in one breath stays in the channel', async () => {
    page = await openPage();
    const [one, again] = [listener(), listener()];
    const leave = page.listen('private-account-7', one);
    await soon(() => expect(one.onReady).toHaveBeenCalled());
    leave();
    page.listen('private-account-7', again);
    await soon(() => expect(again.onReady).toHaveBeenCalled());
    expect(server.newest().sent.filter(({ event }) => event === 'pusher:unsubscribe')).toEqual([]);
  });

  test('says ready again after the connection was lost: what was missed has to be asked for', async () => {
    page = await openPage();
    const one = listener();
    page.listen('private-account-7', one);
    await soon(() => expect(one.onReady).toHaveBeenCalledTimes(1));
    const states: string[] = [];
    page.connectionStore.subscribe(() => states.push(page.connectionStore.get().status));
    server.newest().drop();
    await soon(() => expect(one.onReady).toHaveBeenCalledTimes(2));
    expect(states[0]).toBe('offline');
    expect(page.connectionStore.get().status).toBe('online');
  });
});

describe('a channel that cannot be entered', () => {
  test('is given up and reported when the server refuses it', async () => {
    page = await openPage(failure(403, 'CHANNEL_REFUSED'));
    const one = listener();
    page.listen('private-channel-assessment-3', one);
    await soon(() => expect(one.onRefused).toHaveBeenCalledOnce());
    expect(one.onRefused.mock.calls[0]?.[0]).toMatchObject({ code: 'CHANNEL_REFUSED' });
    expect(one.onReady).not.toHaveBeenCalled();
  });

  test('is tried again when it may pass', async () => {
    let times = 0;
    page = await openPage(() => (++times === 1 ? failure(503, 'UNAVAILABLE') : success({ auth: 'school-key:signature' })));
    const one = listener();
    page.listen('private-account-7', one);
    await soon(() => expect(one.onReady).toHaveBeenCalledOnce());
    expect(one.onRefused).not.toHaveBeenCalled();
    expect(times).toBe(2);
  });

  test('is tried again when the socket says that the right could not be checked just now', async () => {
    page = await openPage();
    server.refuseOnce('private-account-7');
    const one = listener();
    page.listen('private-account-7', one);
    await soon(() => expect(one.onReady).toHaveBeenCalledOnce());
    expect(one.onRefused).not.toHaveBeenCalled();
    expect(server.newest().sent.filter(({ event }) => event === 'pusher:subscribe')).toHaveLength(2);
    expect(server.sockets).toHaveLength(1);
  });
});

test('the socket belongs to the account: signing out closes it, another account gets another', async () => {
  page = await openPage();
  const one = listener();
  page.listen('private-account-7', one);
  await soon(() => expect(one.onReady).toHaveBeenCalled());
  const first = server.newest();
  page.signOut();
  expect(first.readyState).toBe(3);
  expect(page.connectionStore.get()).toEqual({ status: 'idle', lastContactAt: null });
  page.signIn('token-2', person({ account_id: 8 }));
  await soon(() => expect(server.sockets).toHaveLength(2));
  await soon(() => expect(calls.at(-1)?.headers.get('authorization')).toBe('Bearer token-2'));
});

test('[L395] a failure of the connection is logged and shown to nobody', async () => {
  page = await openPage();
  vi.stubGlobal('WebSocket', undefined);
  const one = listener();
  page.listen('private-account-7', one);
  await soon(() => expect(page.connectionStore.get().status).not.toBe('idle'));
  expect(one.onRefused).not.toHaveBeenCalled();
});
