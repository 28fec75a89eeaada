import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** So much of its time a process answers calls when a lesson sends its answers; when nothing happens it is a hundredth. */
const BUSY = 0.2;
const LOOK_MS = 150;
/** Then it goes on, so that a school that is busy all day gets its work products too. */
const LONGEST_MS = 10_000;

/** Waits for a moment in which this process has little to answer, at most so long. */
export async function waitForQuiet(longestMs = LONGEST_MS): Promise<void> {
  const until = performance.now() + longestMs;
  do {
    const before = performance.eventLoopUtilization();
    await sleep(LOOK_MS);
    if (performance.eventLoopUtilization(before).utilization < BUSY) return;
  } while (performance.now() < until);
}
