/**
 * Jobs: work to be done after the response, by any process that has time.
 *
 * Invariants: a job is enqueued in the transaction of its cause, so neither exists without the other. It runs at least
 * once, so it must be repeatable. A process that dies loses none. A job that keeps failing is tried less and less often,
 * unless its kind says otherwise, and finally given up, kept with its last error for an administrator. For one kind and
 * key at most one waits and one runs. Scheduled work is enqueued once for all processes. All times are the database's.
 * The reason for having no library: docs/decisions/jobs.md.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import type { Crowd, Patience } from '../waiting/index.ts';
import { afterCommit, type Db, inTransaction, isTakenAlready, type Tx } from '../database/index.ts';
import type { Log } from '../log.ts';
import { computeParallelLimit } from '../processors.ts';
import {
  correctStartTimes,
  deleteJob,
  giveUpJob,
  insertJobs,
  type JobRow,
  keepJob,
  listSchedulesToTake,
  type Postponement,
  postponeJob,
  takeJob,
  takeSchedule,
} from './queries.ts';

export { countFailedJobs, type FailedJobRow, type HeldJob, listFailedJobs, lockJobs, retryFailed, setFailedState } from './failed-queries.ts';
export { forEachOf } from './for-each-of.ts';
export { deleteFailedJobs, isKindOpen, isKindRunning, type KindBacklog, listJobBacklog, sinceLastTime } from './queries.ts';

/**
 * The number of jobs of each lane that a process does at a time. No lane waits for another, so slow jobs never delay
 * those that take a moment (`quick`): `heavy` takes minutes and keeps one of the database's processors busy, `outside`
 * waits for other machines, `sync` asks Google for one class after another and mostly waits, so several run in
 * parallel, `calm` comes by the hundred and rests in between, `copies` makes copies of people's data, for which each of
 * them waits, `listen` always waits for news from outside, and `play`
 * has simulated classes take part in lessons.
 */
export const LANES = { quick: 2, heavy: computeParallelLimit(2), outside: 2, sync: 4, calm: 1, copies: 1, listen: 1, play: 4 } as const;
export type Lane = keyof typeof LANES;

export interface RunningJob {
  id: number;
  isLastTry: boolean;
  /** True when somebody waits for all due jobs (`runDue`). Then they do not wait for quiet moments. */
  isAwaited: boolean;
  /**
   * Resolves when few calls are coming in, after some seconds in any case, and immediately when somebody waits. Long
   * jobs call it before each step, so that a lesson has the processors and the database. Jobs that can wait longer say so.
   */
  standBack: (patience?: Patience) => Promise<void>;
  /** Returns true while more calls come in than so many a second, and nobody waits. */
  isBusy: (manyASecond: number) => boolean;
}

/** The implementation of one kind of job. */
export interface JobKind<Payload extends object = object> {
  readonly kind: string;
  /** The number of tries before it is given up. */
  readonly tries: number;
  /** The delay before each next try, for what people watch. The default grows: `retryDelayMs`. */
  readonly retryAfterMs?: number;
  /** The lane. The default is `quick`. */
  readonly lane?: Lane;
  /**
   * The schedule: it runs automatically at every whole multiple of the interval since 1970 (UTC), moved by the offset.
   */
  readonly schedule?: { readonly everyMinutes: number; readonly offsetMinutes?: number };
  /**
   * True for a job whose failure is shown where it was requested, and which is restarted there. Putting it back as an
   * administrator would have no effect.
   */
  readonly isBegunElsewhere?: boolean;
  /** Does the job. @throws JobPostponed to be done later without counting a try; anything else counts as a failure. */
  run(payload: Payload, job: RunningJob): Promise<void>;
}

/** The payload of scheduled work. */
export interface Scheduled {
  /** The number of missed runs, because no process was running. This run makes up for them. */
  missed: number;
}

/**
 * Thrown by a job that cannot be done before an instant, for example when a service asks to wait. It does not count as
 * a try.
 */
export class JobPostponed extends Error {
  readonly until: Postponement['until'];
  constructor(reason: string, until: Postponement['until']) {
    super(reason);
    this.until = until;
  }
}

export interface EnqueueOptions<Payload> {
  /** The earliest time to run. The default is now. */
  runAt?: Date;
  /**
   * The key. For one kind and key only one job waits. A second one is merged with it: the newer payload counts, at the
   * earlier of both times, unless the first waits after a failure or a put-back, whose time then counts. The next one
   * waits while one runs.
   */
  keyOf?: (payload: Payload) => string;
  /** The id of the call that caused it, for searching the log. */
  requestId?: string;
}

export interface Jobs {
  /** Enqueues jobs within the transaction of their cause. */
  enqueue<Payload extends object>(tx: Tx, kind: string, payloads: readonly Payload[], options?: EnqueueOptions<Payload>): Promise<void>;
  /** Starts looking for jobs. */
  start(): void;
  /** Starts no new job and waits for running ones. */
  stop(): Promise<void>;
  /** Does all due jobs, one after the other. Returns the number of tries. */
  runDue(): Promise<number>;
  /** Enqueues scheduled jobs that are due. */
  runSchedules(): Promise<void>;
  /** Looks for jobs after that time, when some become due. */
  wakeIn(ms: number): void;
  /** Returns the implementation of a kind, or undefined when this server does not do it. */
  findKind(kind: string): JobKind | undefined;
}

/** The lane name for kinds of jobs that no process of this server does. */
export const NO_LANE = 'none';

/** Returns the lane of a kind, or `NO_LANE`. */
export function laneOf(jobs: Pick<Jobs, 'findKind'>, kind: string): Lane | typeof NO_LANE {
  const known = jobs.findKind(kind);
  return known ? (known.lane ?? 'quick') : NO_LANE;
}

const POLL_MS = 2_000;
/** The interval for a process that only does jobs: polling is the only way it finds jobs that others enqueue. */
const ALONE_POLL_MS = 500;
const SCHEDULES_EVERY_MS = 30_000;
const LEASE_MS = 120_000;
const KEEP_EVERY_MS = 30_000;
/** The pause before the end of a job is written again, when it could not be written. */
const WRITE_AGAIN_MS = 1_000;
const FIRST_RETRY_MS = 15_000;
const LAST_RETRY_MS = 3_600_000;
/** The key of all scheduled jobs: a run that becomes due while the previous one waits is the same job. */
const SCHEDULE_KEY = 'schedule';

/** Returns the delay before the next try: 15 s after the first failure, doubling up to an hour. */
export const retryDelayMs = (attempts: number): number => Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));

/** Creates a job that runs automatically on a schedule. `heavy` where it can take minutes. */
export const scheduledJob = (
  kind: string,
  everyMinutes: number,
  run: (scheduled: Scheduled, job: RunningJob) => Promise<unknown>,
  lane: Lane = 'quick',
): JobKind<Scheduled> => ({
  kind,
  tries: 5,
  lane,
  schedule: { everyMinutes },
  run: async (scheduled, job) => void (await run(scheduled, job)),
});

interface JobsOptions {
  db: Db;
  log: Log;
  kinds: () => readonly JobKind<never>[];
  /** The rate of calls, of a process that serves them. */
  crowd?: Pick<Crowd, 'pass' | 'isMany'>;
  /** The interval in which a running job extends its lease. Tests use a short one. */
  keepEveryMs?: number;
  /** True when jobs come from other processes. */
  isAlone?: boolean;
}

export function createJobs({ db, log, kinds, crowd, keepEveryMs = KEEP_EVERY_MS, isAlone = false }: JobsOptions): Jobs {
  const lanes = Object.keys(LANES) as Lane[];
  const running = Object.fromEntries(lanes.map((lane) => [lane, new Set()])) as Record<Lane, Set<Promise<unknown>>>;
  let timers: NodeJS.Timeout[] = [];
  /** `idle` before a start: then jobs are done only when somebody asks for it. */
  let state: 'idle' | 'looking' | 'stopping' = 'idle';

  /** Does one due job, of a lane or of any. Returns true when there was one. */
  async function runOne(lane: Lane | null, onTaken: () => void = () => undefined): Promise<boolean> {
    const isAwaited = lane === null;
    const known = new Map(
      kinds()
        .filter((kind) => lane === null || (kind.lane ?? 'quick') === lane)
        .map((kind) => [kind.kind, kind as unknown as JobKind]),
    );
    const job = known.size > 0 ? await takeJob(db, [...known.keys()], LEASE_MS) : null;
    const kind = job && known.get(job.kind);
    if (!job || !kind) return false;
    onTaken();
    await work(job, kind, isAwaited);
    return true;
  }

  async function work(job: JobRow, kind: JobKind, isAwaited: boolean): Promise<void> {
    // The process that held it on its last try died with it, or because of it.
    if (job.attempts > kind.tries) return giveUp(job, new Error('The server stopped each time while it was at this'));
    log.debug(toLog(job), 'a job begins');
    const keeper = setInterval(() => void keepJob(db, job, LEASE_MS).catch(() => undefined), keepEveryMs);
    try {
      const standBack = async (patience?: Patience): Promise<void> => (isAwaited ? undefined : crowd?.pass(patience));
      const isBusy = (manyASecond: number): boolean => !isAwaited && crowd?.isMany(manyASecond) === true;
      await kind.run(job.payload as object, { id: job.id, isLastTry: job.attempts >= kind.tries, isAwaited, standBack, isBusy });
      await insist(() => deleteJob(db, job));
      log.debug(toLog(job), 'a job is done');
    } catch (error) {
      if (error instanceof JobPostponed) return await putOff(job, { reason: error.message, until: error.until, countsTry: false });
      if (job.attempts >= kind.tries) return await giveUp(job, error);
      log.warn({ err: error, ...toLog(job) }, 'a job failed; it is tried again');
      await putOff(job, { reason: messageOf(error), until: { inMs: kind.retryAfterMs ?? retryDelayMs(job.attempts) }, countsTry: true });
    } finally {
      clearInterval(keeper);
    }
  }

  async function giveUp(job: JobRow, error: unknown): Promise<void> {
    log.error({ err: error, ...toLog(job) }, 'a job failed for good');
    await insist(() => giveUpJob(db, job, messageOf(error)));
  }

  /**
   * Writes how a job ended. What ends a job is often that the database went away, and then this fails too: it is tried
   * again while the lease lasts. Until it is written, or the lease has ended, no process goes on with the job.
   */
  async function insist(write: () => Promise<void>): Promise<void> {
    for (const endAt = monotonicMs() + LEASE_MS; ; await sleep(WRITE_AGAIN_MS)) {
      try {
        return await write();
      } catch (error) {
        if (state === 'stopping' || monotonicMs() > endAt) throw error;
        log.warn({ err: error }, 'the end of a job cannot be written; trying again');
      }
    }
  }

  /** Puts a job off. If a job of the same key was enqueued in between, that one continues in its place. */
  const putOff = (job: JobRow, how: Postponement): Promise<void> =>
    insist(() =>
      postponeJob(db, job, how).catch((error: unknown) => {
        if (!isTakenAlready(error)) throw error;
        return postponeJob(db, job, how);
      }),
    );

  function look(lane: Lane): void {
    if (state !== 'looking' || running[lane].size >= LANES[lane]) return;
    const turn = runOne(lane, () => look(lane))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'jobs cannot be read; trying again');
        return false;
      })
      .then((found) => {
        running[lane].delete(turn);
        if (found) look(lane);
      });
    running[lane].add(turn);
  }
  const lookEverywhere = (): void => lanes.forEach(look);

  async function runSchedules(): Promise<void> {
    await correctStartTimes(db);
    const schedules = kinds().flatMap(({ kind, schedule }) => (schedule ? [{ kind, offsetMinutes: 0, ...schedule }] : []));
    const toTake = await listSchedulesToTake(db, schedules);
    for (const schedule of schedules) {
      const { kind } = schedule;
      if (!toTake.includes(kind)) continue;
      const due = await inTransaction(db, async (tx) => {
        const taken = await takeSchedule(tx, schedule);
        if (taken) await enqueue<Scheduled>(tx, kind, [taken], { keyOf: () => SCHEDULE_KEY });
        return taken;
      });
      if (due && due.missed > 0) log.warn({ kind, missed: due.missed }, 'scheduled work was missed while no server ran; it is done once now');
    }
  }

  async function enqueue<Payload extends object>(
    tx: Tx,
    kind: string,
    payloads: readonly Payload[],
    { runAt, keyOf, requestId }: EnqueueOptions<Payload> = {},
  ): Promise<void> {
    if (payloads.length === 0) return;
    const jobs = payloads.map((payload) => ({ payload, key: keyOf?.(payload) ?? null }));
    // For one key the last payload counts. Jobs are inserted in one order, so that two transactions never wait for each
    // other.
    const distinct = keyOf ? [...new Map(jobs.map((job) => [job.key, job])).values()].sort((a, b) => inOrder(a.key ?? '', b.key ?? '')) : jobs;
    await insertJobs(tx, { kind, jobs: distinct, runAt: runAt ?? null, requestId: requestId ?? null });
    afterCommit(tx, lookEverywhere);
  }

  return {
    enqueue,
    runSchedules,
    wakeIn: (ms) => void setTimeout(lookEverywhere, ms).unref(),
    findKind: (name) => kinds().find(({ kind }) => kind === name) as unknown as JobKind | undefined,
    start() {
      state = 'looking';
      const onTime = (): void => void runSchedules().catch((error: unknown) => log.warn({ err: error }, 'schedules cannot be read; trying again'));
      timers = [setInterval(lookEverywhere, isAlone ? ALONE_POLL_MS : POLL_MS), setInterval(onTime, SCHEDULES_EVERY_MS)];
      for (const timer of timers) timer.unref();
      lookEverywhere();
      onTime();
    },
    async stop() {
      state = 'stopping';
      for (const timer of timers) clearInterval(timer);
      await Promise.all(lanes.flatMap((lane) => [...running[lane]]));
    },
    async runDue() {
      let tried = 0;
      while (await runOne(null)) tried += 1;
      return tried;
    },
  };
}

const inOrder = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const toLog = ({ id, kind, attempts, request_id }: JobRow) => ({ job: id, kind, attempts, requestId: request_id });
