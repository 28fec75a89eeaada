import { homeGet } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './platform/live/testing/realtime.ts';
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
const PATIENCE_MS = 10_000;

const isCrowded = (): boolean => jobs.server.crowd.isMany(MANY_A_SECOND);

test('[B2844] a process that only does jobs knows when another is called by many, and when they have gone', async () => {
  const student = await createScenario(app).person('student', await createScenario(app).school());
  expect(isCrowded()).toBe(false);
  for (let call = 0; call < 40; call += 1) expect((await student.call(homeGet)).status).toBe(200);
  await eventually(isCrowded, 'the calls of the other process', PATIENCE_MS);
  await eventually(() => !isCrowded(), 'the end of the calls', PATIENCE_MS);
});
