import { type Db, foldTableChanges } from './platform/database/index.ts';
import { deleteOldIdempotencyKeys } from './platform/http/index.ts';
import { deleteFailedJobs, type JobKind, scheduledJob } from './platform/jobs/index.ts';
import { deleteOldSignals, pruneRoomEvents } from './platform/live/index.ts';
import type { Log } from './platform/log.ts';
import { forgetErasedRows } from './platform/reference-lists/index.ts';

/** What each process has to do for itself now and then, by several at once without harm. What is done once for all is a scheduled job. */
export interface HousekeepingTask {
  name: string;
  everyMinutes: number;
  run: () => Promise<unknown>;
}

const MINUTE_MS = 60_000;
/** Long after the last phone has asked for a lesson's events. */
const KEEP_EVENTS_DAYS = 14;
const KEEP_FAILED_DAYS = 30;

/** What processes have told each other is read within seconds. */
const KEEP_SIGNALS_MINUTES = 10;

export const signalsJob = (db: Db): JobKind<never> => scheduledJob('platform.forget-signals', 5, () => deleteOldSignals(db, KEEP_SIGNALS_MINUTES));

/** What the platform forgets by itself: keys of calls after 48 hours, events of lessons long gone, rows deleted an hour ago, failed jobs. */
export function platformJob(db: Db): JobKind<never> {
  return scheduledJob('platform.forget', 60, () =>
    doEach([
      () => deleteOldIdempotencyKeys(db),
      () => pruneRoomEvents(db, { olderThanDays: KEEP_EVENTS_DAYS }),
      () => forgetErasedRows(db),
      () => foldTableChanges(db),
      () => deleteFailedJobs(db, KEEP_FAILED_DAYS),
    ]),
  );
}

/** Does all, one after the other, whatever becomes of those before. @throws the first failure, when all are done */
async function doEach(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const task of tasks) await task().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Does what is due in the given minute since the start, from 0. One that fails keeps no other from being done. */
export async function runHousekeeping(tasks: readonly HousekeepingTask[], minute: number, log?: Pick<Log, 'warn'>): Promise<void> {
  for (const { name, everyMinutes, run } of tasks) {
    if (minute % everyMinutes !== 0) continue;
    await run().catch((error: unknown) => log?.warn({ err: error, task: name }, 'housekeeping failed; trying again when it is due'));
  }
}

/** Keeps house every minute. Returns how to stop. */
export function startHousekeeping(tasks: readonly HousekeepingTask[], log: Log): () => void {
  let minute = 0;
  const timer = setInterval(() => void runHousekeeping(tasks, minute++, log), MINUTE_MS);
  timer.unref();
  return () => clearInterval(timer);
}
