/**
 * Jobs: work to be done after the answer, by whichever process has time.
 *
 * Invariants: a job is enqueued in the transaction of its cause, so there is neither a job without its cause nor a cause
 * without its job; it is done at least once, so whatever does it bears repetition; a process that dies loses none; one
 * that keeps failing is tried ever more seldom and given up in the end, kept with its last error for an administrator.
 * Of one kind and key at most one waits and one runs. Scheduled work is enqueued once, whatever the number of processes.
 * All times are the database's. Why there is no library: docs/decisions/jobs.md.
 */
import type { Crowd } from '../crowd.ts';
import { afterCommit, type Db, inTransaction, isTakenAlready, type Tx } from '../database/index.ts';
import type { Log } from '../log.ts';
import { besideLessons } from '../processors.ts';
import {
  correctStartTimes,
  deleteJob,
  giveUpJob,
  insertJobs,
  type JobRow,
  keepJob,
  listSchedulesToTake,
  type PutOff,
  putOffJob,
  takeJob,
  takeSchedule,
} from './queries.ts';

export { countFailedJobs, type FailedJobRow, type HeldJob, listFailedJobs, lockJobs, putBackFailed, setFailedState } from './failed-queries.ts';
export { forEachOf } from './for-each-of.ts';
export { deleteFailedJobs } from './queries.ts';

/**
 * How many jobs of a lane a process does at once. No lane waits for another: what takes minutes (`heavy`: it keeps a processor of the database's busy), what waits for
 * other machines (`outside`), what asks Google for a class after another (`sync`: it waits most of the time, so several
 * go side by side), what comes by the hundred and rests in between (`calm`) and what waits for news from outside all the
 * time (`listen`) keep nobody from what is done in a moment (`quick`).
 */
export const LANES = { quick: 2, heavy: besideLessons(2), outside: 2, sync: 4, calm: 1, listen: 1 } as const;
export type Lane = keyof typeof LANES;

export interface RunningJob {
  id: number;
  isLastTry: boolean;
  /** Somebody waits for all that is due (`runDue`): then it does not stand back behind what else goes on. */
  isAwaited: boolean;
  /**
   * Resolves when few calls come just now, after some seconds anyhow, and at once where somebody waits. Work of minutes asks before each of
   * its pieces, so that a lesson beside it has the processors and the database.
   */
  standBack: () => Promise<void>;
}

/** What does the jobs of one kind. */
export interface JobKind<Payload extends object = object> {
  readonly kind: string;
  /** Tries before it is given up. */
  readonly tries: number;
  /** `quick` unless said. */
  readonly lane?: Lane;
  /** Done by itself at every whole multiple of the interval since 1970 (UTC), moved by the offset. */
  readonly schedule?: { readonly everyMinutes: number; readonly offsetMinutes?: number };
  /** Its failure is told where it was asked for, and it is begun again there; put back by an administrator it would do nothing. */
  readonly isBegunElsewhere?: boolean;
  /** @throws PutBack to be done later without counting a try; anything else counts as a failure. */
  run(payload: Payload, job: RunningJob): Promise<void>;
}

/** The payload of scheduled work. */
export interface Scheduled {
  /** How many times before were missed, because no process ran; they are caught up with this one. */
  missed: number;
}

/** Thrown by a job that cannot be done before an instant, such as when a service asks to wait. Counts no try. */
export class PutBack extends Error {
  readonly until: PutOff['until'];
  constructor(reason: string, until: PutOff['until']) {
    super(reason);
    this.until = until;
  }
}

export interface EnqueueOptions<Payload> {
  /** Not before this instant; at once unless said. */
  runAt?: Date;
  /**
   * Of one kind and key one job waits. A second becomes one with it: the newer payload counts, at the earlier of both
   * times, unless the first waits after a failure or a put-back: then its time stands. While one runs the next waits.
   */
  keyOf?: (payload: Payload) => string;
  /** Of the call that is the cause, for whoever looks for one in the log. */
  requestId?: string;
}

export interface Jobs {
  /** Enqueues work with the transaction's effect. */
  enqueue<Payload extends object>(tx: Tx, kind: string, payloads: readonly Payload[], options?: EnqueueOptions<Payload>): Promise<void>;
  /** Looks for work from now on. */
  start(): void;
  /** Takes nothing new and waits for what runs. */
  stop(): Promise<void>;
  /** Does everything that is due now, one after the other. Returns how many were tried. */
  runDue(): Promise<number>;
  /** Enqueues scheduled work that is due. */
  runSchedules(): Promise<void>;
  /** Looks for work after so long, in which some becomes due. */
  wakeIn(ms: number): void;
  /** What does the jobs of a kind; undefined: nobody as this server is set up. */
  findKind(kind: string): JobKind | undefined;
}

const POLL_MS = 2_000;
/** Of a process that is there for nothing else: what others enqueue it hears of in no other way. */
const ALONE_POLL_MS = 500;
const SCHEDULES_EVERY_MS = 30_000;
const LEASE_MS = 120_000;
const KEEP_EVERY_MS = 30_000;
const FIRST_RETRY_MS = 15_000;
const LAST_RETRY_MS = 3_600_000;
/** Of all scheduled work: a time that comes while the one before still waits is the same. */
const SCHEDULE_KEY = 'schedule';

/** 15 s after the first failure, doubling up to an hour. */
export const retryDelayMs = (attempts: number): number => Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));

/** Work that a module has done by itself, `heavy` where it can take minutes. */
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
  /** Who comes together, of a process that answers calls. */
  crowd?: Pick<Crowd, 'pass'>;
  /** How often a job that runs says that it lives; tests cannot wait. */
  keepEveryMs?: number;
  /** Jobs come from other processes. */
  isAlone?: boolean;
}

export function createJobs({ db, log, kinds, crowd, keepEveryMs = KEEP_EVERY_MS, isAlone = false }: JobsOptions): Jobs {
  const lanes = Object.keys(LANES) as Lane[];
  const running = Object.fromEntries(lanes.map((lane) => [lane, new Set()])) as Record<Lane, Set<Promise<unknown>>>;
  let timers: NodeJS.Timeout[] = [];
  let isStopped = true;

  /** Does one job that is due, of a lane or of any. Returns whether there was one. */
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
    // whoever held it on its last try died with it, or was killed by it
    if (job.attempts > kind.tries) return giveUp(job, new Error('The server stopped each time while it was at this'));
    const keeper = setInterval(() => void keepJob(db, job, LEASE_MS).catch(() => undefined), keepEveryMs);
    try {
      const standBack = async (): Promise<void> => (isAwaited ? undefined : crowd?.pass());
      await kind.run(job.payload as object, { id: job.id, isLastTry: job.attempts >= kind.tries, isAwaited, standBack });
      await deleteJob(db, job);
    } catch (error) {
      if (error instanceof PutBack) return await putOff(job, { reason: error.message, until: error.until, countsTry: false });
      if (job.attempts >= kind.tries) return await giveUp(job, error);
      log.warn({ err: error, ...toLog(job) }, 'a job failed; it is tried again');
      await putOff(job, { reason: messageOf(error), until: { inMs: retryDelayMs(job.attempts) }, countsTry: true });
    } finally {
      clearInterval(keeper);
    }
  }

  async function giveUp(job: JobRow, error: unknown): Promise<void> {
    log.error({ err: error, ...toLog(job) }, 'a job failed for good');
    await giveUpJob(db, job, messageOf(error));
  }

  /** A job of the same key may come in between, once: then that one goes on. */
  const putOff = (job: JobRow, how: PutOff): Promise<void> =>
    putOffJob(db, job, how).catch((error: unknown) => {
      if (!isTakenAlready(error)) throw error;
      return putOffJob(db, job, how);
    });

  function look(lane: Lane): void {
    if (isStopped || running[lane].size >= LANES[lane]) return;
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
    // of one key the last counts; in one order, which is that of numbers where keys are, so that two transactions never wait for each other
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
      isStopped = false;
      const onTime = (): void => void runSchedules().catch((error: unknown) => log.warn({ err: error }, 'schedules cannot be read; trying again'));
      timers = [setInterval(lookEverywhere, isAlone ? ALONE_POLL_MS : POLL_MS), setInterval(onTime, SCHEDULES_EVERY_MS)];
      for (const timer of timers) timer.unref();
      lookEverywhere();
      onTime();
    },
    async stop() {
      isStopped = true;
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
