import { homeGet } from '@classwright/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp } from './testing/index.ts';

let app: TestApp;
let jobs: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  jobs = await app.another({ role: 'jobs' });
  await app.listen();
  await jobs.listen();
});
afterAll(async () => {
  await jobs.close();
  await app.close();
});

const MANY_A_SECOND = 4;

/** Waits until a process finds the rate of calls as expected, which takes a second at most when nothing is lost. */
async function untilBusy(expected: boolean): Promise<boolean> {
  for (let look = 0; look < 200 && jobs.server.crowd.isMany(MANY_A_SECOND) !== expected; look += 1) await sleep(50);
  return jobs.server.crowd.isMany(MANY_A_SECOND);
}

test('[B2844] a process that only does jobs knows when another is called by many, and when they have gone', async () => {
  const student = await createScenario(app).person('student', await createScenario(app).school());
  expect(jobs.server.crowd.isMany(MANY_A_SECOND)).toBe(false);
  for (let call = 0; call < 40; call += 1) expect((await student.call(homeGet)).status).toBe(200);
  expect(await untilBusy(true)).toBe(true);
  expect(await untilBusy(false)).toBe(false);
});
