import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { LONGEST_TRY_MS, MEMORY_MS } from './lane-state.ts';
import { createStoredLanes, cleanUpLanes } from './stored-lanes.ts';
import { SignInThrottle, type Try } from './throttle.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Creates throttles of several processes on one database. No time passes while they wait. */
function processes(count: number) {
  const clock = { nowMs: () => 0, sleep: () => new Promise<void>(() => undefined) };
  return Array.from({ length: count }, () => new SignInThrottle({ clock, lanes: createStoredLanes(app.db) }));
}

const tryOf = (accountKey: string, more: Partial<Try> = {}): Try => ({ accountKey, address: '192.0.2.1', device: '', isKnownDevice: false, ...more });
const laneCount = async () => (await app.db.selectFrom('sign_in_lanes').select('lane').execute()).length;

test('[B146] guesses of the same moment at three processes: as many are looked at as are free at one', async () => {
  let [looked, refused] = [0, 0];
  const guess = (throttle: SignInThrottle) =>
    throttle
      .run(tryOf('victim'), () => {
        looked += 1;
        return new Promise(() => undefined);
      })
      .catch(() => {
        refused += 1;
      });
  for (const throttle of processes(3)) for (let count = 0; count < 25; count += 1) void guess(throttle);
  // ten may wait at each process
  await expect.poll(() => looked + refused).toBe(75 - 30);
  expect(looked).toBe(3);
});

test('failures at one process slow the next try at another; a right one forgives them', async () => {
  const [here, there] = processes(2) as [SignInThrottle, SignInThrottle];
  const known = tryOf('ada', { device: 'tablet', isKnownDevice: true });
  for (let count = 1; count <= 3; count += 1) {
    const throttle = count % 2 === 0 ? there : here;
    expect(await throttle.run(tryOf('ada'), async () => false)).toMatchObject({ isRight: false, failures: count });
  }
  let isLooked = false;
  void there.run(tryOf('ada'), async () => (isLooked = true));
  expect(await there.run(known, async () => true)).toMatchObject({ isRight: true }); // on her own device nobody waits
  expect(isLooked).toBe(false);
  for (const throttle of [here, there]) expect(await throttle.run(known, async () => false)).toMatchObject({ failures: throttle === here ? 1 : 2 });
  expect(await here.run(known, async () => true)).toMatchObject({ isRight: true });
  expect(await there.run(known, async () => false)).toMatchObject({ failures: 1 });
});

test('a right try at a free lane leaves nothing behind, and what is over is forgotten', async () => {
  const [here] = processes(1) as [SignInThrottle];
  const before = await laneCount();
  expect(await here.run(tryOf('grace'), async () => true)).toMatchObject({ isRight: true });
  expect(await laneCount()).toBe(before);
  await here.run(tryOf('grace'), async () => false);
  expect(await laneCount()).toBeGreaterThan(before);
  await app.clock.advanceMs(MEMORY_MS + 1000);
  await cleanUpLanes(app.db);
  expect(await laneCount()).toBe(0);
});

test('a check that fails gives its place back, and so does a process that died, after a while', async () => {
  const [dying, other] = processes(2) as [SignInThrottle, SignInThrottle];
  await expect(dying.run(tryOf('mary'), () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  expect(await laneCount()).toBe(0);
  for (let count = 0; count < 3; count += 1) void dying.run(tryOf('mary'), () => new Promise(() => undefined));
  await expect.poll(async () => JSON.stringify(await app.db.selectFrom('sign_in_lanes').select('state').execute())).toContain('"running":3');
  await app.clock.advanceMs(LONGEST_TRY_MS + 1000);
  expect(await other.run(tryOf('mary'), async () => true)).toMatchObject({ isRight: true });
});
