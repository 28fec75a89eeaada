/**
 * Jobs: work to be done after the answer, by whichever process has time.
 *
 * Invariants: a job is enqueued in the transaction of its cause, so there is neither a job without its cause nor a cause
 * without its job; it is done at least once, so whatever does it bears repetition; a process that dies loses none; one
 * that keeps failing is tried ever more seldom and given up in the end, with its last error kept.
 */
import { afterCommit, type Db, type Tx } from '../database/index.ts';
import type { Log } from '../log.ts';
import { deleteJob, insertJobs, type JobRow, keepJob, putOffJob, takeJob } from './queries.ts';

export { deleteFailedJobs } from './queries.ts';

/** What does the jobs of one kind. */
export interface JobKind<Payload extends object = object> {
  readonly kind: string;
  /** Tries before it is given up. */
  readonly tries: number;
  run(payload: Payload, job: { id: number; isLastTry: boolean }): Promise<void>;
}

export interface Jobs {
  /** Enqueues work with the transaction's effect. */
  enqueue<Payload extends object>(tx: Tx, kind: string, payloads: readonly Payload[]): Promise<void>;
  /** Looks for work from now on. */
  start(): void;
  /** Takes nothing new and waits for what runs. */
  stop(): Promise<void>;
  /** Does everything that is due now, one after the other. Answers how many were tried. */
  runDue(): Promise<number>;
}

const POLL_MS = 2_000;
const LEASE_MS = 120_000;
const KEEP_EVERY_MS = 30_000;
const AT_ONCE = 2;
const FIRST_RETRY_MS = 15_000;
const LAST_RETRY_MS = 3_600_000;

/** 15 s after the first failure, doubling up to an hour. */
export const retryDelayMs = (attempts: number): number => Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));

interface JobsOptions {
  db: Db;
  log: Log;
  kinds: () => readonly JobKind<never>[];
  /** How often a job that runs says that it lives; tests cannot wait. */
  keepEveryMs?: number;
}

export function createJobs({ db, log, kinds, keepEveryMs = KEEP_EVERY_MS }: JobsOptions): Jobs {
  const running = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = true;

  const byName = (): Map<string, JobKind> => new Map(kinds().map((kind) => [kind.kind, kind as unknown as JobKind]));

  async function runOne(): Promise<boolean> {
    const known = byName();
    const job = await takeJob(db, [...known.keys()], LEASE_MS);
    const kind = job && known.get(job.kind);
    if (!job || !kind) return false;
    await work(job, kind);
    return true;
  }

  async function work(job: JobRow, kind: JobKind): Promise<void> {
    const keeper = setInterval(() => void keepJob(db, job, LEASE_MS).catch(() => undefined), keepEveryMs);
    try {
      await kind.run(job.payload as object, { id: job.id, isLastTry: job.attempts >= kind.tries });
      await deleteJob(db, job);
    } catch (error) {
      const isGivenUp = job.attempts >= kind.tries;
      log.warn({ err: error, job: job.id, kind: job.kind, attempts: job.attempts, isGivenUp }, 'a job failed');
      await putOffJob(db, job, error instanceof Error ? error.message : String(error), isGivenUp ? null : retryDelayMs(job.attempts));
    } finally {
      clearInterval(keeper);
    }
  }

  function look(): void {
    if (isStopped || running.size >= AT_ONCE) return;
    const turn = runOne()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'jobs cannot be read; trying again');
        return false;
      })
      .then((found) => {
        running.delete(turn);
        if (found) look();
      });
    running.add(turn);
  }

  return {
    async enqueue(tx, kind, payloads) {
      if (payloads.length === 0) return;
      await insertJobs(tx, kind, payloads);
      afterCommit(tx, look);
    },
    start() {
      isStopped = false;
      timer = setInterval(look, POLL_MS);
      timer.unref();
      look();
    },
    async stop() {
      isStopped = true;
      if (timer) clearInterval(timer);
      await Promise.all(running);
    },
    async runDue() {
      let tried = 0;
      while (await runOne()) tried += 1;
      return tried;
    },
  };
}
