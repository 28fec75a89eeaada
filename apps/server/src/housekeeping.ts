import { type Db, foldTableChanges } from './platform/database/index.ts';
import { analyzeSchoolYears, makeSchoolYears } from './platform/database/school-years-queries.ts';
import { deleteOldIdempotencyKeys } from './platform/http/index.ts';
import { deleteFailedJobs, type JobKind, scheduledJob } from './platform/jobs/index.ts';
import { deleteOldSignals, pruneRoomEvents } from './platform/live/index.ts';
import type { Log } from './platform/log.ts';
import { deleteOldErasedRows } from './platform/reference-lists/index.ts';

/**
 * A periodic task that every process runs for itself, harmless when several run it at the same time. A task that runs
 * once for all processes is a scheduled job.
 */
export interface HousekeepingTask {
  name: string;
  everyMinutes: number;
  run: () => Promise<unknown>;
}

const MINUTE_MS = 60_000;
/** Long after the last phone has asked for a lesson's events. */
const KEEP_EVENTS_DAYS = 14;
const KEEP_FAILED_DAYS = 30;

/** Processes read each other's signals within seconds. */
const KEEP_SIGNALS_MINUTES = 10;

export const signalsJob = (db: Db): JobKind<never> => scheduledJob('platform.forget-signals', 5, () => deleteOldSignals(db, KEEP_SIGNALS_MINUTES));

/**
 * The platform's automatic cleanup: idempotency keys after 48 hours, events of old lessons, rows deleted an hour ago,
 * failed jobs.
 */
export function platformJob(db: Db): JobKind<never> {
  return scheduledJob('platform.forget', 60, () =>
    doEach([
      () => deleteOldIdempotencyKeys(db),
      () => pruneRoomEvents(db, { olderThanDays: KEEP_EVENTS_DAYS }),
      () => deleteOldErasedRows(db),
      () => foldTableChanges(db),
      () => deleteFailedJobs(db, KEEP_FAILED_DAYS),
    ]),
  );
}

/** Makes the parts of tables of school years ahead, a year before they are needed. */
export const schoolYearsJob = (db: Db): JobKind<never> =>
  scheduledJob('platform.school-years', 60, () => doEach([() => makeSchoolYears(db), () => analyzeSchoolYears(db)]));

/**
 * Runs all tasks one after the other, including those after a failure. @throws the first failure, when all are done
 */
async function doEach(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const task of tasks) await task().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/**
 * Runs the tasks that are due in the given minute since the start, from 0. A task that fails does not stop the others.
 */
export async function runHousekeeping(tasks: readonly HousekeepingTask[], minute: number, log?: Pick<Log, 'warn'>): Promise<void> {
  for (const { name, everyMinutes, run } of tasks) {
    if (minute % everyMinutes !== 0) continue;
    await run().catch((error: unknown) => log?.warn({ err: error, task: name }, 'housekeeping failed; trying again when it is due'));
  }
}

/** Runs housekeeping every minute. Returns a function that stops it. */
export function startHousekeeping(tasks: readonly HousekeepingTask[], log: Log): () => void {
  let minute = 0;
  const timer = setInterval(() => void runHousekeeping(tasks, minute++, log), MINUTE_MS);
  timer.unref();
  return () => clearInterval(timer);
}
