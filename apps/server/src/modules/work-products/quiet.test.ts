import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { waitForQuiet } from './quiet.ts';

/** Has the process answer calls, as it were: busy for two thirds of its time. */
function keepBusy(): () => void {
  const timer = setInterval(() => {
    const until = performance.now() + 20;
    while (performance.now() < until);
  }, 30);
  return () => clearInterval(timer);
}

test('work products wait while the process answers calls, and go on as soon as it has less to do', async () => {
  let isOver = false;
  const stop = keepBusy();
  const waiting = waitForQuiet().then(() => (isOver = true));
  await sleep(800);
  expect(isOver).toBe(false);
  stop();
  await waiting;
  expect(isOver).toBe(true);
});

test('a process that is busy all day has them made too', async () => {
  const stop = keepBusy();
  const startedAt = performance.now();
  await waitForQuiet(500);
  stop();
  expect(performance.now() - startedAt).toBeGreaterThan(450);
});
