import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../../base/query-client.ts';
import { signIn, signOut } from '../../../../../base/session.ts';
import { fakeSockets, type FakeSocketServer } from '../../../../../testing/fake-socket.ts';
import { person } from '../../../../../testing/people.ts';
import { scriptFetch, success } from '../../../../../testing/scripted-fetch.ts';
import { JoinButton } from './JoinButton.tsx';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

let line: FakeSocketServer;
let calls: { path: string }[];
let askedBy: string | null = null;
const readings = (): number => calls.filter(({ path }) => path.startsWith('/live/learning/seats')).length;
const pause = (ms = 3_000) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  askedBy = null;
  line = fakeSockets();
  const seat = () => ({ student_id: 4, name: 'Amara Okafor', device: 'Chrome', came_at: '2026-11-27T08:00:00Z', asked_by: askedBy });
  calls = scriptFetch({
    'GET /config': success({
      version: '1',
      realtime: { key: 'key', host: 'school.test', port: 8443, tls: true, auth_endpoint: '/api/broadcasting/auth' },
      messages: {},
    }),
    'POST /broadcasting/auth': success({ auth: 'key:signature' }),
    'GET /live/learning/seats': () => success({ code: 'BCDFGH', address: null, asks: 'nothing', seats: [seat()] }),
  });
  signIn('token-1', person());
  render(
    <QueryClientProvider client={queryClient}>
      <JoinButton assessmentId={5} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(line.newest().sent.filter(({ event }) => event === 'pusher:subscribe')).toHaveLength(1), 10_000);
  await pause();
});
afterEach(() => {
  cleanup();
  signOut();
  queryClient.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const tell = (): void => line.newest().say('assessment.seats.changed', { assessment_id: 5 }, 'private-staff-assessment-5');

test('[B2386] the desk reads its seats once a second at most while a class comes in', async () => {
  const before = readings();
  for (let phone = 0; phone < 300; phone += 1) {
    tell();
    await pause(10);
  }
  await pause();
  expect(readings() - before).toBeGreaterThan(1);
  expect(readings() - before).toBeLessThan(6);
});

test('[B2382] the desk looks again for a request that ends without a word, and not when nobody asks', async () => {
  const before = readings();
  await pause(60_000);
  expect(readings()).toBe(before);
  askedBy = 'Firefox';
  tell();
  await pause(60_000);
  const asked = readings();
  expect(asked - before).toBeGreaterThan(3);
  askedBy = null;
  await pause(20_000);
  const ended = readings();
  await pause(60_000);
  expect(readings()).toBe(ended);
});
