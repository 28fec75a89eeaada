import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryConnection } from './reconnect.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a client whose attempts fail until changed, as pusher-js behaves between its own attempts. */
function createClient() {
  const listeners: ((change: { current: string }) => void)[] = [];
  const client = {
    attempts: 0,
    connection: {
      state: 'initialized',
      bind: (_event: 'state_change', listener: (change: { current: string }) => void) => listeners.push(listener),
    },
    set(state: string) {
      if (client.connection.state === state) return;
      client.connection.state = state;
      for (const listener of listeners) listener({ current: state });
    },
    connect() {
      client.attempts += 1;
      client.set('connecting');
    },
    disconnect: () => client.set('disconnected'),
  };
  return client;
}

test('a client without a server tries again every few seconds, less and less often, for as long as it takes', () => {
  const client = createClient();
  retryConnection(client);
  client.set('connected');
  client.set('connecting');
  vi.advanceTimersByTime(4000);
  expect(client.attempts).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(client.attempts).toBeGreaterThanOrEqual(5);
  expect(client.attempts).toBeLessThanOrEqual(11);
  client.set('unavailable');
  vi.advanceTimersByTime(15_001);
  const before = client.attempts;
  client.set('connected');
  vi.advanceTimersByTime(60_000);
  expect(client.attempts).toBe(before);
});

test('a client that the server turned away, or that was stopped, stays away', () => {
  const refused = createClient();
  retryConnection(refused);
  refused.set('connected');
  refused.set('disconnected');
  vi.advanceTimersByTime(60_000);
  expect(refused.attempts).toBe(0);
  refused.set('connecting');
  refused.set('disconnected');
  vi.advanceTimersByTime(60_000);
  expect(refused.attempts).toBe(0);

  const stopped = createClient();
  const stop = retryConnection(stopped);
  stopped.set('connecting');
  stop();
  vi.advanceTimersByTime(60_000);
  expect(stopped.attempts).toBe(0);
});

test('[B213] who was connected in between begins with a short pause again, however long the last ones were', () => {
  const client = createClient();
  retryConnection(client);
  client.set('connecting');
  vi.advanceTimersByTime(120_000); // the pauses are at their longest
  client.set('connected');
  const before = client.attempts;
  client.set('connecting');
  vi.advanceTimersByTime(3751); // 3 s and a quarter at most
  expect(client.attempts).toBe(before + 1);
});

test('a client that is on its way for the first time tries again as soon as one that lost its server', () => {
  const client = createClient();
  client.connect();
  retryConnection(client);
  vi.advanceTimersByTime(4000);
  expect(client.attempts).toBe(2);
});
