import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn, signOut } from '../../../../base/session.ts';
import { person } from '../../../../testing/people.ts';
import { fakeSockets, type FakeSocketServer } from '../../../../testing/fake-socket.ts';
import { scriptFetch, success } from '../../../../testing/scripted-fetch.ts';
import { Colleagues } from './colleagues.ts';
import { type ColleaguesLine, followColleagues } from './colleagues-channel.ts';

// the package's browser build, as the bundler uses; tests would use the one for Node
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const CHANNEL = 'presence-gradebook-3';
const CELL = 'client-gradebook-cell';
const [ME, ANA, BO] = ['7', '8', '9'];
const PEOPLE = { [ME]: { name: 'Ada Byron' }, [ANA]: { name: 'Ana Ruiz' }, [BO]: { name: 'Bo Chen' } };
const pause = (ms = 100) => vi.advanceTimersByTimeAsync(ms);

let server: FakeSocketServer;
let colleagues: Colleagues;
let line: ColleaguesLine;

const told = () => server.newest().sent.flatMap(({ event, data }) => (event === CELL ? [data] : []));
const say = (by: string | undefined, data: unknown) => server.newest().say(CELL, data, CHANNEL, by);
const seen = () => colleagues.list().map(({ name, item, student }) => [name, item, student]);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server = fakeSockets();
  server.setPresent(CHANNEL, PEOPLE);
  scriptFetch({
    'GET /config': success({
      version: '1',
      realtime: { key: 'key', host: 'school.test', port: 8443, tls: true, auth_endpoint: '/api/broadcasting/auth' },
      messages: {},
    }),
    'POST /broadcasting/auth': success({ auth: 'key:signature', channel_data: JSON.stringify({ user_id: ME, user_info: PEOPLE[ME] }) }),
  });
  signIn('token-1', person());
  colleagues = new Colleagues();
  line = followColleagues({ courseId: 3, accountId: 7, colleagues });
  await vi.waitFor(() => expect(told()).toHaveLength(1), 10_000);
  await pause(1_000);
});
afterEach(async () => {
  line.stop();
  signOut();
  await pause(3_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('who comes asks where the others are; one’s own account is no colleague, and names are those of the server', async () => {
  expect(told()).toEqual([{ item: null, student: null, asks: true }]);
  expect(seen()).toEqual([
    ['Ana Ruiz', null, null],
    ['Bo Chen', null, null],
  ]);
  say(ANA, { item: 12, student: 101, name: 'The Head Teacher' });
  say(ME, { item: 11, student: 102 });
  await pause();
  expect(seen()).toEqual([
    ['Ana Ruiz', 12, 101],
    ['Bo Chen', null, null],
  ]);
  expect([colleagues.namesAt(12, 101), colleagues.namesAt(11, 102)]).toEqual([['Ana Ruiz'], []]);
});

test('a hundred moves in a second are five events, and the last one is among them; the same place again is none', async () => {
  const before = told().length;
  for (let step = 1; step <= 100; step++) {
    line.tell({ item: 11, student: step });
    await pause(10);
  }
  const during = told().slice(before);
  expect(during).toHaveLength(4);
  expect(during[0]).toEqual({ item: 11, student: 1 });
  await pause(250);
  expect(told().slice(before)).toHaveLength(5);
  expect(told().at(-1)).toEqual({ item: 11, student: 100 });
  line.tell({ item: 11, student: 100 });
  await pause(1_000);
  expect(told()).toHaveLength(before + 5);
});

test('in a crowd each tells its place less often, so that nobody hears more than two a second of all others', async () => {
  for (let id = 20; id < 38; id++) server.newest().say('pusher_internal:member_added', { user_id: String(id), user_info: { name: `Teacher ${id}` } }, CHANNEL);
  await pause(10_000);
  const before = told().length;
  for (let step = 1; step <= 200; step++) {
    line.tell({ item: 11, student: step });
    await pause(100);
  }
  await pause(10_000);
  expect(told().slice(before)).toEqual([1, 100, 200].map((student) => ({ item: 11, student: expect.closeTo(student, -1) })));
  expect(told().at(-1)).toEqual({ item: 11, student: 200 });
});

test('who asks is told, within the same pace: ten who come at once hear one answer or two', async () => {
  line.tell({ item: 11, student: 5 });
  await pause(1_000);
  const before = told().length;
  for (let index = 0; index < 10; index++) say(index % 2 ? ANA : BO, { item: null, student: null, asks: true });
  await pause(1_000);
  expect(told().slice(before)).toEqual([
    { item: 11, student: 5 },
    { item: 11, student: 5 },
  ]);
});

test('whoever leaves is gone with their place, and comes back without it', async () => {
  say(ANA, { item: 12, student: 101 });
  await pause();
  server.newest().say('pusher_internal:member_removed', { user_id: ANA }, CHANNEL);
  await pause();
  expect([seen(), colleagues.namesAt(12, 101)]).toEqual([[['Bo Chen', null, null]], []]);
  server.newest().say('pusher_internal:member_added', { user_id: ANA, user_info: PEOPLE[ANA] }, CHANNEL);
  await pause();
  expect(seen()).toEqual([
    ['Ana Ruiz', null, null],
    ['Bo Chen', null, null],
  ]);
});

test('a place that is heard before its name is shown with it', async () => {
  say('10', { item: 12, student: 101 });
  await pause();
  expect(colleagues.namesAt(12, 101)).toEqual([]);
  server.newest().say('pusher_internal:member_added', { user_id: '10', user_info: { name: 'Zoë' } }, CHANNEL);
  await pause();
  expect(colleagues.namesAt(12, 101)).toEqual(['Zoë']);
});

test.each([
  ['nothing', null],
  ['a text', 'cell'],
  ['a list', [12, 101]],
  ['a missing part', { item: 12 }],
  ['texts for ids', { item: '12', student: '101' }],
  ['a number too large', { item: 1e300, student: 101 }],
  ['a number below 1', { item: 0, student: 101 }],
  ['a fraction', { item: 12.5, student: 101 }],
  ['an object for an id', { item: { valueOf: 12 }, student: 101 }],
])('what no page of ours says is passed over: %s', async (_what, data) => {
  say(ANA, { item: 11, student: 103 });
  say(ANA, data);
  await pause();
  expect(seen()[0]).toEqual(['Ana Ruiz', 11, 103]);
});

test('other events, events of nobody and members without a name show nothing', async () => {
  const before = seen();
  server.newest().say('client-gradebook-grade', { item: 12, student: 101 }, CHANNEL, ANA);
  say(undefined, { item: 12, student: 101 });
  server.newest().say('pusher_internal:member_added', { user_id: '10', user_info: null }, CHANNEL);
  server.newest().say('pusher_internal:member_added', { user_id: '11', user_info: { name: 12 } }, CHANNEL);
  await pause();
  expect([seen(), colleagues.namesAt(12, 101)]).toEqual([before, []]);
});

test('a colleague who floods has the page draw twenty times a second at most', async () => {
  let draws = 0;
  const stop = colleagues.subscribe(() => (draws += 1));
  for (let step = 1; step <= 1_000; step++) {
    say(ANA, { item: 12, student: step });
    await pause(1);
  }
  await pause();
  stop();
  expect(draws).toBeLessThanOrEqual(20);
  expect(seen()[0]).toEqual(['Ana Ruiz', 12, 1_000]);
});

test('only the cells that somebody left or came to are told', async () => {
  const drawn: string[] = [];
  for (const [item, student] of [
    [11, 101],
    [11, 102],
    [12, 101],
  ] as const)
    colleagues.subscribeCell(item, student, () => drawn.push(`${item}.${student}`));
  say(ANA, { item: 11, student: 101 });
  await pause();
  say(BO, { item: 11, student: 101 });
  await pause();
  expect(colleagues.namesAt(11, 101)).toEqual(['Ana Ruiz', 'Bo Chen']);
  say(ANA, { item: 12, student: 101 });
  await pause();
  expect(drawn).toEqual(['11.101', '11.101', '11.101', '12.101']);
});

test('a lost line shows nobody; back again the page asks anew and says where it is', async () => {
  line.tell({ item: 11, student: 5 });
  say(ANA, { item: 12, student: 101 });
  await pause(1_000);
  const sockets = server.sockets.length;
  server.refuseOnce(CHANNEL);
  server.newest().drop();
  await vi.waitFor(() => expect(server.sockets.length).toBeGreaterThan(sockets), 20_000);
  await pause();
  expect([seen(), colleagues.namesAt(12, 101)]).toEqual([[], []]);
  line.tell({ item: 11, student: 6 });
  await vi.waitFor(() => expect(told()).toEqual([{ item: 11, student: 6, asks: true }]), 10_000);
  await pause();
  expect(seen()).toEqual([
    ['Ana Ruiz', null, null],
    ['Bo Chen', null, null],
  ]);
});

test('a page that is left takes its place back, and another page of the same account says its own', async () => {
  line.tell({ item: 11, student: 5 });
  await pause(1_000);
  const before = told().length;
  say(ME, { item: null, student: null });
  await pause(1_000);
  expect(told().slice(before)).toEqual([{ item: 11, student: 5 }]);
  line.stop();
  await pause();
  expect(told().slice(before + 1)).toEqual([{ item: null, student: null }]);
  expect(seen()).toEqual([]);
});

test('who may not hear the channel any more sees nobody', async () => {
  expect(seen()).toHaveLength(2);
  scriptFetch({ 'POST /broadcasting/auth': { status: 403, body: { status: 'error', code: 'CHANNEL_REFUSED', message: 'no' } } });
  server.newest().say('pusher:subscription_error', { type: 'AccessEnded', status: 403 }, CHANNEL);
  await pause(5_000);
  expect(seen()).toEqual([]);
});
