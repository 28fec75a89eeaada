import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../base/query-client.ts';
import { signIn, signOut } from '../../../../base/session.ts';
import { person } from '../../../../testing/people.ts';
import { fakeSockets, type FakeSocketServer } from '../../../../testing/fake-socket.ts';
import { scriptFetch, success } from '../../../../testing/scripted-fetch.ts';
import { useRunEvents } from './use-run-events.ts';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

let line: FakeSocketServer;
let asked = 0;
const say = (course_id: number | null) => line.newest().say('sync.changed', { course_id }, 'private-account-7');
const pause = (ms = 3_000) => vi.advanceTimersByTimeAsync(ms);

function Button() {
  useRunEvents(7, 3);
  useQuery({ queryKey: ['sync', 'alive', 'class_work', 3], queryFn: () => ++asked });
  return null;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  asked = 0;
  line = fakeSockets();
  scriptFetch({
    'GET /config': success({
      version: '1',
      realtime: { key: 'key', host: 'school.test', port: 8443, tls: true, auth_endpoint: '/api/broadcasting/auth' },
      messages: {},
    }),
    'POST /broadcasting/auth': success({ auth: 'key:signature' }),
  });
  signIn('token-1', person());
});
afterEach(() => {
  cleanup();
  signOut();
  queryClient.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('[B1312] a window asks how its runs stand when it is told, once a second at most, and not for runs of other classes', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <Button />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(line.newest().sent.filter(({ event }) => event === 'pusher:subscribe')).toHaveLength(1), 10_000);
  await pause();
  expect(asked).toBe(1);
  say(4);
  say(null);
  await pause();
  expect(asked).toBe(1);
  for (let time = 0; time < 20; time += 1) say(3);
  await pause();
  expect(asked).toBe(2);
  // The page requests what it missed while the line was lost.
  line.newest().drop();
  await pause(20_000);
  await vi.waitFor(() => expect(asked).toBe(3), 10_000);
});
