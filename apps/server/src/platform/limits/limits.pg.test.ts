import { accountExport } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp } from '../../testing/index.ts';
import type { RateLimiter } from '../waiting/index.ts';
import { createSharedLimits, type SharedLimits } from './index.ts';

let app: TestApp;
let now = 0;
beforeAll(async () => {
  app = await startTestApp({ isAlone: true, accountLimit: { perMinute: 1, burst: 1000 } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.deleteFrom('limit_spending').execute();
});

interface Process {
  limits: SharedLimits;
  limiter: RateLimiter;
}

/** Starts a process with a limit of one a second, a hundred in a burst. */
function startProcess(): Process {
  const limits = createSharedLimits({ db: app.db, log: { warn: () => undefined }, nowMs: () => now });
  return { limits, limiter: limits.make('calls', { perMinute: 60, burst: 100 }) };
}

async function exchange(...processes: Process[]): Promise<void> {
  for (const { limits } of processes) await limits.exchange();
}

function takeAll({ limiter }: Process, key = 'ada'): number {
  let taken = 0;
  while (limiter.take(key) === 0) taken += 1;
  return taken;
}

test('what was spent at one process cannot be spent again at another, and comes back once', async () => {
  const [here, there] = [startProcess(), startProcess()];
  expect(takeAll(here)).toBe(100);
  await exchange(here, there);
  expect(takeAll(there)).toBe(0);
  expect(there.limiter.take('grace')).toBe(0);
  now += 10_000;
  expect(takeAll(there)).toBe(10);
  await exchange(there, here);
  expect(takeAll(here)).toBe(0);
});

test('whoever spreads calls over three processes gets one budget, and what one moment brought too much is missing later', async () => {
  const processes = [startProcess(), startProcess(), startProcess()];
  let taken = 0;
  for (let second = 0; second < 600; second += 1) {
    for (const one of processes) taken += takeAll(one);
    await exchange(...processes);
    now += 1000;
  }
  expect(taken).toBeGreaterThanOrEqual(100 + 600);
  expect(taken).toBeLessThanOrEqual(3 * 100 + 600);
});

test('whoever asks little is told of to nobody', async () => {
  const [here, there] = [startProcess(), startProcess()];
  for (let count = 0; count < 24; count += 1) here.limiter.take('ada');
  await exchange(here, there);
  expect(await app.db.selectFrom('limit_spending').select('key').execute()).toEqual([]);
  expect(takeAll(there)).toBe(100);
});

test('a process that has just begun hears what is missing now, not all that was ever spent; so after a pause', async () => {
  const here = startProcess();
  for (let minute = 0; minute < 5; minute += 1) {
    takeAll(here);
    await exchange(here);
    now += 60_000;
  }
  for (let count = 0; count < 50; count += 1) here.limiter.take('ada');
  const fresh = startProcess();
  await exchange(here, fresh);
  expect(takeAll(fresh)).toBe(10); // 60 of 100 came back, 50 were spent again
  now += 300_000;
  for (const { limiter } of [here, fresh]) limiter.sweep();
  for (let count = 0; count < 40; count += 1) here.limiter.take('ada');
  await exchange(here, fresh);
  expect(takeAll(fresh)).toBe(60);
});

test('[B3047] a report that is older than a few seconds is not heard again: what it said has come back since', async () => {
  const [here, there] = [startProcess(), startProcess()];
  takeAll(here);
  await exchange(here);
  await sql`UPDATE limit_spending SET told_at = told_at - interval '1 minute'`.execute(app.db);
  await exchange(there);
  expect(takeAll(there)).toBe(100);
});

test('what is whole again is forgotten', async () => {
  const here = startProcess();
  takeAll(here);
  await exchange(here);
  await app.db
    .updateTable('limit_spending')
    .set({ until: new Date(0) })
    .execute();
  now += 61_000;
  await exchange(here);
  expect(await app.db.selectFrom('limit_spending').select('key').execute()).toEqual([]);
});

test('two servers: an account that has spent its points at one is refused by the other, without a statement more in a call', async () => {
  const second = await app.another();
  try {
    await Promise.all([app.listen(), second.listen()]);
    const scenario = createScenario(app);
    const admin = await scenario.person('admin', null);
    const call = (on: TestApp) => on.call(accountExport, {}, { token: admin.token });
    const statements = (await app.recordStatements(() => call(app))).map(({ text }) => text);
    expect(statements.filter((text) => text.includes('limit_spending'))).toEqual([]);
    let [here, there] = [1, 0];
    while ((await call(app)).status === 200) here += 1;
    expect(here).toBe(50);
    await expect
      .poll(async () => {
        const { status } = await call(second);
        if (status === 200) there += 1;
        return status;
      })
      .toBe(429);
    expect(there).toBeLessThan(50);
  } finally {
    await second.close();
  }
});
