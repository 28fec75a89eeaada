import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createRefetcher } from './refetcher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a fetch that takes half a second, and counts its calls. */
function slow() {
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 500));
  };
  return { fetch, calls: () => calls };
}

test('requests in one breath are one fetch, spread over a second', async () => {
  const { fetch, calls } = slow();
  const { request } = createRefetcher(fetch, { random: () => 0.7 });
  for (let index = 0; index < 20; index += 1) request();
  await vi.advanceTimersByTimeAsync(690);
  expect(calls()).toBe(0);
  await vi.advanceTimersByTimeAsync(20);
  expect(calls()).toBe(1);
});

test('a request while one is under way leads to one more, since the answer may be older', async () => {
  const { fetch, calls } = slow();
  const { request } = createRefetcher(fetch, { random: () => 0 });
  request('now');
  await vi.advanceTimersByTimeAsync(100);
  request();
  request();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls()).toBe(2);
});

test('a storm of events leads to no more than one fetch in a second and a half', async () => {
  const { fetch, calls } = slow();
  const { request } = createRefetcher(fetch, { random: () => 0 });
  for (let ms = 0; ms < 15_000; ms += 100) {
    request();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(calls()).toBeLessThanOrEqual(11);
  expect(calls()).toBeGreaterThan(5);
});

test('how wide is spread may grow with what there is', async () => {
  const { fetch, calls } = slow();
  let spreadMs = 1_000;
  const { request } = createRefetcher(fetch, { random: () => 1, spreadMs: () => spreadMs });
  request();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(calls()).toBe(1);
  spreadMs = 3_000;
  request();
  await vi.advanceTimersByTimeAsync(3_900);
  expect(calls()).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(calls()).toBe(2);
});

test('what is needed now overtakes what was spread', async () => {
  const { fetch, calls } = slow();
  const { request } = createRefetcher(fetch, { random: () => 0.99 });
  request();
  request('now');
  await vi.advanceTimersByTimeAsync(1);
  expect(calls()).toBe(1);
});

/** Creates a fetch that fails as a lost answer does unless its turn is named, and notes when it was called, in seconds. */
function losing(succeeds: (call: number) => boolean) {
  const at: number[] = [];
  const began = performance.now();
  const fetch = async () => {
    at.push(Math.round((performance.now() - began) / 50) / 20);
    if (!succeeds(at.length)) throw new ApiError('NETWORK', {});
  };
  return { fetch, at };
}

test('[B3062] a lost answer is asked for again soon, then after a while, then after twice as long, and after a success that begins from the start', async () => {
  const { fetch, at } = losing((call) => call === 5);
  const { request } = createRefetcher(fetch, { random: () => 0.5, gapMs: 0, spreadMs: () => 0, tryAgainMs: 1_000 });
  request('now');
  await vi.advanceTimersByTimeAsync(9_900);
  expect(at).toEqual([0, 0.25, 1.25, 3.25, 5.25]);
  request('now');
  await vi.advanceTimersByTimeAsync(500);
  expect(at).toEqual([0, 0.25, 1.25, 3.25, 5.25, 9.9, 10.15]);
});

test('after one lost answer a page is right within two seconds and a half, though its first two requests are spread', async () => {
  const { fetch, at } = losing((call) => call === 2);
  const first = createRefetcher(async () => feed.request(), { random: () => 1 });
  const feed = createRefetcher(fetch, { random: () => 1 });
  first.request();
  await vi.advanceTimersByTimeAsync(2_510);
  expect(at).toEqual([2, 2.5]);
});

test('a class that loses its answers in one moment does not ask again in one moment', async () => {
  const moments = new Set<number | undefined>();
  for (let phone = 0; phone < 30; phone += 1) {
    const { fetch, at } = losing((call) => call === 2);
    createRefetcher(fetch, { random: () => phone / 30 }).request('now');
    await vi.advanceTimersByTimeAsync(1_000);
    moments.add(at[1]);
  }
  expect(moments.size).toBeGreaterThan(8);
});

test('after stopping nothing is asked', async () => {
  const { fetch, calls } = slow();
  const refetcher = createRefetcher(fetch);
  refetcher.request();
  refetcher.stop();
  refetcher.request('now');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls()).toBe(0);
});

test('a failure is told; one that passes is tried again when the server says, others are not', async () => {
  const failures: unknown[] = [];
  const [passing, lasting] = [new ApiError('TOO_MANY_REQUESTS', { status: 429, retryAfterMs: 5_000 }), new ApiError('NOT_FOUND', { status: 404 })];
  const answers = [passing, lasting];
  let calls = 0;
  const { request } = createRefetcher(
    async () => {
      calls += 1;
      const answer = answers.shift();
      if (answer) throw answer;
    },
    { random: () => 0, tryAgainMs: 2_000, onFailure: (error) => failures.push(error) },
  );
  request('now');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(calls).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([calls, failures]).toEqual([2, [passing, lasting]]);
});
