import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isQuiet, waitUntilIdle } from './quiet.ts';

/** Keeps the process busy for two thirds of its time, as if it responded to calls. */
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
  const waiting = waitUntilIdle().then(() => (isOver = true));
  await sleep(800);
  expect(isOver).toBe(false);
  stop();
  await waiting;
  expect(isOver).toBe(true);
});

test('a moment is quiet when little comes, the process works little, and the machine rests', () => {
  const moment = { ms: 150, events: 20, busy: 0.3, atRest: 0.8 };
  expect(isQuiet(moment)).toBe(true);
  expect(isQuiet({ ...moment, events: 350 }), 'a lesson sends its answers to a fast machine').toBe(false);
  expect(isQuiet({ ...moment, busy: 0.6 }), 'a long piece of work').toBe(false);
  expect(isQuiet({ ...moment, atRest: 0.4 }), 'another process is at work').toBe(false);
});

test('a process that is busy all day has them made too', async () => {
  const stop = keepBusy();
  const startedAt = performance.now();
  await waitUntilIdle(500);
  stop();
  expect(performance.now() - startedAt).toBeGreaterThan(450);
});
