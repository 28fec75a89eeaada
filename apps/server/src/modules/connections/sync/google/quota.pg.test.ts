import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { appNow } from '../../../../platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../testing/index.ts';
import { createQuota, type Quota, QuotaWait } from './quota.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.db.deleteFrom('quota_buckets').execute());

const pass = (ms: number): Promise<void> => app.clock.advanceMs(Math.ceil(ms));
/** Creates a quota whose waits pass on the database's clock, so that minutes take no time. */
const make = (project: number, person: number): Quota => createQuota({ db: app.db, quota: { project, person }, wait: pass });
/** Returns the requested wait; 0 if the call was taken. */
const waitOf = (taken: Promise<void>): Promise<number> =>
  taken.then(
    () => 0,
    (error: unknown) => (error instanceof QuotaWait ? error.waitMs : Promise.reject(error as Error)),
  );
/** Makes calls as fast as possible for a number of minutes. Returns when each call was sent. */
async function askFor(quota: Quota, minutes: number): Promise<number[]> {
  const [times, begunMs] = [[] as number[], (await appNow(app.db)).getTime()];
  for (let nowMs = begunMs; nowMs < begunMs + minutes * 60_000; nowMs = (await appNow(app.db)).getTime()) {
    const waitMs = await waitOf(quota.take('anna'));
    if (waitMs > 0) await pass(waitMs);
    else times.push((await appNow(app.db)).getTime());
  }
  return times;
}
/** Returns the maximum number of these within one minute. */
const mostOfAMinute = (times: readonly number[]): number => Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length));

test.each([
  ['a person', 1_000, 100],
  ['the project', 100, 1_000],
])('[B1883] no minute holds more calls than %s may send, also after a long rest, and hardly fewer', async (_whose, project, person) => {
  const quota = make(project, person);
  for (const restMs of [0, 3_600_000]) {
    await pass(restMs);
    const times = await askFor(quota, 2);
    expect(mostOfAMinute(times)).toBeLessThanOrEqual(100);
    expect(times.length).toBeGreaterThan(180);
  }
});

test('[B1883] a call that is due too late takes nothing, of its person or of the project', async () => {
  const quota = make(40, 4);
  expect(await waitOf(quota.take('anna'))).toBe(0);
  const waits: number[] = [];
  for (let again = 0; again < 20; again += 1) waits.push(await waitOf(quota.take('anna')));
  expect(Math.min(...waits)).toBeGreaterThan(15_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(20_000);
  expect(await waitOf(quota.take('ben'))).toBe(0);
});

test.each([
  ['for as long as Google says', 7_000, 7_000],
  ['for a minute where Google does not say', null, 60_000],
])('[B1883] whoever was too fast for Google waits %s, and nobody else does', async (_how, saidMs, waitMs) => {
  const quota = make(1_000, 1_000);
  expect(await quota.exceeded('anna', saidMs)).toMatchObject({ waitMs });
  const wait = await waitOf(quota.take('anna'));
  expect(wait).toBeGreaterThan(waitMs - 1_000);
  expect(wait).toBeLessThanOrEqual(waitMs);
  expect(await waitOf(quota.take('ben'))).toBe(0);
  await pass(waitMs);
  expect(await waitOf(quota.take('anna'))).toBe(0);
});
