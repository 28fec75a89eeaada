import { sql } from 'kysely';
import type { Db, Tx } from '../database/index.ts';

export interface FailedJobRow {
  id: number;
  kind: string;
  last_error: string;
  attempts: number;
  created_at: Date;
  failed_at: Date;
  request_id: string | null;
}

/** Returns a page of the jobs that failed for good, newest first, optionally of one kind. */
export async function listFailedJobs(db: Db, { kind, limit, offset }: { kind: string | null; limit: number; offset: number }): Promise<FailedJobRow[]> {
  const { rows } = await sql<FailedJobRow>`
    SELECT id, kind, coalesce(last_error, '') AS last_error, attempts, created_at, failed_at, request_id
      FROM jobs WHERE state = 'failed' AND (${kind}::text IS NULL OR kind = ${kind})
     ORDER BY failed_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

/** Returns how many jobs of each kind failed for good. */
export async function countFailedJobs(db: Db): Promise<{ kind: string; count: number }[]> {
  const { rows } = await sql<{ kind: string; count: number }>`
    SELECT kind, count(*)::integer AS count FROM jobs WHERE state = 'failed' GROUP BY kind ORDER BY kind`.execute(db);
  return rows;
}

export interface HeldJob {
  id: number;
  kind: string;
  state: 'waiting' | 'running' | 'failed' | 'dismissed';
  /**
   * True while the job waits after an administrator put it in the queue again, and it has neither begun nor received a
   * newer payload.
   */
  is_put_back: boolean;
  /** True when another job with its key is waiting. */
  has_heir: boolean;
}

/** Locks those of the jobs that exist until the commit. */
export async function lockJobs(tx: Tx, ids: readonly number[]): Promise<Map<number, HeldJob>> {
  const { rows } = await sql<HeldJob>`
    SELECT id, kind, state, state = 'waiting' AND failed_at IS NOT NULL AND attempts = tries_from AS is_put_back,
           EXISTS (SELECT 1 FROM jobs other WHERE other.kind = jobs.kind AND other.key = jobs.key AND other.state = 'waiting' AND other.id <> jobs.id) AS has_heir
      FROM jobs WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Schedules locked jobs again after so many seconds, with all their tries. */
export async function retryFailed(tx: Tx, ids: readonly number[], seconds: number): Promise<void> {
  await sql`
    UPDATE jobs SET state = 'waiting', since = app_now(), tries_from = attempts, run_at = app_now() + make_interval(secs => ${seconds})
     WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

export async function setFailedState(tx: Tx, ids: readonly number[], state: 'failed' | 'dismissed'): Promise<void> {
  await sql`UPDATE jobs SET state = ${state}, since = app_now() WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}
