import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process that works half of its time has calls to answer, on whatever machine. */
const BUSY = 0.5;
/** So much of the machine's processors rests where no lesson sends its answers: its database and other processes count too. */
const AT_REST = 0.7;
const LOOK_MS = 150;
/** Then it goes on, so that a school that is busy all day gets its work products too. */
const LONGEST_MS = 5_000;

/** Waits for a moment in which this process and its machine have little to do, at most so long. */
export async function waitForQuiet(longestMs = LONGEST_MS): Promise<void> {
  const until = performance.now() + longestMs;
  do {
    const [loop, machine] = [performance.eventLoopUtilization(), machineTimes()];
    await sleep(LOOK_MS);
    const { utilization } = performance.eventLoopUtilization(loop);
    const { idle, all } = machineTimes();
    if (utilization < BUSY && idle - machine.idle >= AT_REST * (all - machine.all)) return;
  } while (performance.now() < until);
}

/** Time of all processors since they started, in milliseconds. */
function machineTimes(): { idle: number; all: number } {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { idle, all };
}
