import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** The load of this process and its machine in a moment. */
export interface Moment {
  ms: number;
  /** The number of events from outside in that time: calls, and responses of the database. */
  events: number;
  /** The part of the moment in which the process worked, 0 to 1. */
  busy: number;
  /** The idle part of all the machine's processors, 0 to 1, including its database and other processes. */
  atRest: number;
}

/**
 * The event rate that counts as busy: 200 students who answer within a second cause some 2,300 events, a page that
 * somebody opens about a dozen. Events are counted because they take a fast machine little work.
 */
const MANY_EVENTS_A_SECOND = 1000;
const MOST_BUSY = 0.5;
const LEAST_AT_REST = 0.7;
const LOOK_MS = 150;
/** The maximum wait, so that a school that is busy all day gets its work products too. */
const LONGEST_MS = 5_000;

export const isQuiet = ({ ms, events, busy, atRest }: Moment): boolean =>
  events < (MANY_EVENTS_A_SECOND * ms) / 1000 && busy < MOST_BUSY && atRest >= LEAST_AT_REST;

/** Waits for a moment in which this process and its machine have little to do, up to a maximum. */
export async function waitUntilIdle(longestMs = LONGEST_MS): Promise<void> {
  const until = performance.now() + longestMs;
  do {
    if (isQuiet(await lookFor(LOOK_MS))) return;
  } while (performance.now() < until);
}

async function lookFor(ms: number): Promise<Moment> {
  const [loop, machine, events] = [performance.eventLoopUtilization(), machineTimes(), eventsSoFar()];
  await sleep(ms);
  const { idle, all } = machineTimes();
  return {
    ms,
    events: eventsSoFar() - events,
    busy: performance.eventLoopUtilization(loop).utilization,
    atRest: all > machine.all ? (idle - machine.idle) / (all - machine.all) : 1, // some containers tell nothing of processors
  };
}

const eventsSoFar = (): number => performance.nodeTiming.uvMetricsInfo.events;

/** Returns the time of all processors since they started, in milliseconds. */
function machineTimes(): { idle: number; all: number } {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { idle, all };
}
