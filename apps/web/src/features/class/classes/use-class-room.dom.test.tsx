import type { ClassEventName } from '@classwright/contract/lesson/live/events';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn, signOut } from '../../../base/session.ts';
import { person } from '../../../testing/people.ts';
import { fakeSockets, type FakeSocketServer } from '../../../testing/fake-socket.ts';
import { failure, type Reply, type SeenCall, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { useClassRoom } from './use-class-room.ts';

// the package's build for browsers, as the bundler uses; tests would use the one for Node
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const PARTS = ['course', 'people', 'stream', 'work', 'submissions'] as const;
const CLASS = 'private-class-7';
const STAFF = 'private-class-staff-7';

let line: FakeSocketServer;
let seen: SeenCall[];
let room: Reply;
const asked = new Map<string, number>();
const asks = (part: string) => asked.get(part) ?? 0;
const roomAsks = () => seen.filter(({ path }) => path === '/courses/7/room').length;
const places = (sequence: number, staff: number | null = null, epoch = 20_000) =>
  success({ room: { epoch, sequence }, staff: staff === null ? null : { epoch, sequence: staff } });
const say = (name: ClassEventName, sequence: number, channel = CLASS, epoch = 20_000) =>
  line.newest().say(name, { epoch, from: sequence, sequence, server_time: '2026-11-21T10:00:00.000Z', items: [] }, channel);
const pause = (ms = 3_000) => vi.advanceTimersByTimeAsync(ms);

function Part({ courseId, part }: { courseId: number; part: string }) {
  useQuery({
    queryKey: ['class', courseId, part],
    queryFn: () => asked.set(`${part}${courseId === 7 ? '' : courseId}`, asks(part) + 1).size,
  });
  return null;
}
function Page({ isStaff }: { isStaff: boolean }) {
  useClassRoom(7, isStaff);
  return PARTS.map((part) => <Part key={part} courseId={7} part={part} />).concat(<Part key="other" courseId={8} part="stream" />);
}

async function open({ isStaff = false, client = new QueryClient() } = {}) {
  const page = render(
    <QueryClientProvider client={client}>
      <Page isStaff={isStaff} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(line.newest().sent.filter(({ event }) => event === 'pusher:subscribe')).toHaveLength(2), 10_000);
  await pause(5_000);
  asked.clear();
  seen.length = 0;
  return page;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  asked.clear();
  room = places(4, 2);
  line = fakeSockets();
  seen = scriptFetch({
    'GET /config': success({
      version: '1',
      realtime: { key: 'key', host: 'school.test', port: 8443, tls: true, auth_endpoint: '/api/broadcasting/auth' },
      messages: {},
    }),
    'POST /broadcasting/auth': success({ auth: 'key:signature' }),
    'GET /courses/7/room': () => room,
  });
  signIn('token-1', person());
});
afterEach(async () => {
  cleanup();
  await pause();
  vi.useRealTimers();
  signOut();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a page that is opened asks for each part once, and knows from where it follows', async () => {
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <Page isStaff={false} />
    </QueryClientProvider>,
  );
  await pause(5_000);
  // events of one's own work have no number: data loaded before the channel was entered is loaded again
  expect([PARTS.slice(0, 4).map(asks), asks('submissions') <= 2]).toEqual([[1, 1, 1, 1], true]);
  asked.clear();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page isStaff={false} />
    </QueryClientProvider>,
  );
  await pause(5_000);
  expect(PARTS.map(asks)).toEqual([1, 1, 1, 1, 1]);
});

test.each([
  ['class.changed', ['course']],
  ['class.people.changed', ['people']],
  ['class.stream.changed', ['stream']],
  ['class.work.changed', ['work', 'submissions']],
  ['class.submissions.changed', ['work', 'submissions']],
] as const)('%s has %j asked for anew within a second, and nothing else, of no other class', async (name, parts) => {
  await open();
  say(name, 5);
  await pause(1_100);
  expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(parts.map((part) => [part, 1])));
  expect(roomAsks()).toBe(0);
});

test('what changes in all classes of a school at once is asked for within ten seconds, so that three hundred pages do not ask in one breath', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <Part courseId={7} part="gradebook" />
    </QueryClientProvider>,
  );
  await open({ client });
  say('class.periods.changed', 5);
  await pause(3_000);
  expect(asks('gradebook')).toBe(0);
  await pause(4_000);
  expect([asks('gradebook'), asks('stream')]).toEqual([1, 0]);
});

test('an event that comes twice has nothing asked for a second time', async () => {
  await open();
  say('class.stream.changed', 5);
  await pause();
  for (const sequence of [5, 4]) say('class.stream.changed', sequence);
  await pause();
  expect(asks('stream')).toBe(1);
});

test('many events within a moment are one question', async () => {
  await open();
  for (let sequence = 5; sequence < 45; sequence += 1) say('class.stream.changed', sequence);
  await pause(1_000);
  expect(asks('stream')).toBe(1);
});

test.each([
  ['a gap', 7, 20_000],
  ['another day', 1, 20_001],
])('%s has the number asked for, and all of the class anew', async (_, sequence, epoch) => {
  await open();
  room = places(sequence, 2, epoch);
  say('class.stream.changed', sequence, CLASS, epoch);
  await pause(5_000);
  expect(roomAsks()).toBe(1);
  expect(PARTS.map(asks)).toEqual([1, 1, 1, 1, 1]);
  expect(asks('stream8')).toBe(0);
});

test('looked at again the page asks for the number: as it was, nothing is stale; another, everything is', async () => {
  await open();
  window.dispatchEvent(new Event('online'));
  await pause(5_000);
  expect(roomAsks()).toBe(1);
  expect(PARTS.map(asks)).toEqual([0, 0, 0, 0, 0]);
  room = places(6);
  window.dispatchEvent(new Event('online'));
  await pause(5_000);
  expect(PARTS.map(asks)).toEqual([1, 1, 1, 1, 1]);
});

test('a lost connection that comes back has what was missed asked for', async () => {
  await open();
  room = places(5);
  line.newest().drop();
  await pause(40_000);
  const [course, people, stream, ...ownWork] = PARTS.map(asks);
  expect([course, people, stream]).toEqual([1, 1, 1]);
  // once for the room's number, once for the account's channel, which has none; two requests if they reconnect
  // separately
  for (const times of ownWork) expect([1, 2]).toContain(times);
  expect(line.sockets.length).toBeGreaterThan(1);
  const before = asks('work');
  say('class.work.changed', 6);
  await pause();
  expect(asks('work')).toBe(before + 1);
});

test('what the page had kept from an earlier visit is asked for anew, also where it counts as fresh', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 3_600_000 } } });
  (await open({ client })).unmount();
  await pause(60_000);
  await open({ client });
  expect(client.getQueryState(['class', 7, 'stream'])?.dataUpdateCount).toBe(2);
  expect(client.getQueryState(['class', 8, 'stream'])?.dataUpdateCount).toBe(1);
});

test('staff hear what is for staff alone too, numbered by itself; a student’s page does not ask for it', async () => {
  await open({ isStaff: true });
  say('class.submissions.changed', 3, STAFF);
  say('class.stream.changed', 5);
  await pause();
  expect(Object.fromEntries(asked)).toEqual({ submissions: 1, work: 1, stream: 1 });
  cleanup();
  await pause();
  await open();
  expect(line.newest().sent.map(({ data }) => data['channel'])).not.toContain(undefined);
  say('class.submissions.changed', 4, STAFF);
  await pause();
  expect(asked.size).toBe(0);
});

test('what becomes of a student’s own work comes to the student alone, and has work and submissions of that class asked for', async () => {
  await open();
  const own = `private-account-${person().account_id}`;
  line.newest().say('own-work.changed', { course_id: 7 }, own);
  await pause(1_100);
  expect(Object.fromEntries(asked)).toEqual({ work: 1, submissions: 1 });
  for (const [name, about] of [['own-work.changed', { course_id: 8 }] as const, ['notifications.changed', {}] as const]) line.newest().say(name, about, own);
  await pause();
  expect(Object.fromEntries(asked)).toEqual({ work: 1, submissions: 1 });
});

test('whoever is not in the class any more has the page ask once, and no more', async () => {
  await open();
  room = failure(404, 'NOT_FOUND');
  window.dispatchEvent(new Event('online'));
  await pause(60_000);
  expect(roomAsks()).toBe(1);
  expect(PARTS.map(asks)).toEqual([1, 1, 1, 1, 1]);
});

test('a page that is left hears and asks nothing', async () => {
  (await open()).unmount();
  say('class.stream.changed', 5);
  window.dispatchEvent(new Event('online'));
  await pause(10_000);
  expect(asked.size).toBe(0);
  expect(roomAsks()).toBe(0);
});
