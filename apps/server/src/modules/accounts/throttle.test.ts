import { expect, test } from 'vitest';
import { delayMs, SignInThrottle } from './throttle.ts';

function setUp() {
  const slept: number[] = [];
  let now = 0;
  const throttle = new SignInThrottle(
    async (ms) => {
      slept.push(ms);
    },
    () => now,
  );
  return {
    throttle,
    slept,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

test('the first failures cost nothing, later ones wait longer, at most eight seconds', () => {
  expect([0, 2, 3, 4, 5, 8, 50].map((failures) => delayMs(failures, 3))).toEqual([0, 0, 250, 500, 1000, 8000, 8000]);
});

test('failures slow the account down, also from another address, and never lock it', async () => {
  const { throttle, slept } = setUp();
  for (let i = 0; i < 6; i++) await throttle.run('ada', `10.0.0.${i}`, async () => false);
  expect(slept).toEqual([250, 500, 1000]);
  expect(await throttle.run('ada', '10.9.9.9', async () => true)).toBe(true);
  expect(await throttle.run('ada', '10.9.9.9', async () => true)).toBe(true);
  expect(slept).toEqual([250, 500, 1000, 2000]);
});

test('a classmate who guesses does not slow others at the same school down', async () => {
  const { throttle, slept } = setUp();
  for (let i = 0; i < 20; i++) await throttle.run('ada', '10.0.0.1', async () => false);
  slept.length = 0;
  await throttle.run('grace', '10.0.0.1', async () => true);
  expect(slept).toEqual([]);
});

test('guessing at many accounts slows the address down', async () => {
  const { throttle, slept } = setUp();
  for (let i = 0; i < 110; i++) await throttle.run(`victim ${i}`, '10.0.0.1', async () => false);
  expect(slept.length).toBeGreaterThan(5);
});

test('failures are forgotten after a quarter of an hour', async () => {
  const { throttle, slept, advance } = setUp();
  for (let i = 0; i < 5; i++) await throttle.run('ada', 'a', async () => false);
  slept.length = 0;
  advance(16 * 60_000);
  await throttle.run('ada', 'a', async () => false);
  expect(slept).toEqual([]);
});

test('slowed checks run one after another, and too many waiting are told to come back', async () => {
  const { throttle } = setUp();
  for (let i = 0; i < 4; i++) await throttle.run('ada', 'a', async () => false);
  let running = 0;
  let most = 0;
  const checks = Array.from({ length: 80 }, () =>
    throttle.run('ada', 'a', async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      return false;
    }),
  );
  const outcomes = await Promise.allSettled(checks);
  expect(most).toBe(1);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20);
});
