import { sql } from 'kysely';
import type { Db, Tx } from '../database/index.ts';

export interface JobRow {
  id: number;
  kind: string;
  payload: unknown;
  /** With this one, from 1. */
  attempts: number;
}

export async function insertJobs(tx: Tx, kind: string, payloads: readonly object[]): Promise<void> {
  await sql`INSERT INTO jobs (kind, payload) SELECT ${kind}, unnest(${payloads.map((payload) => JSON.stringify(payload))}::jsonb[])`.execute(tx);
}

/** Takes a job that is due, for so long: if its process dies it is due again afterwards. Null: nothing is due. */
export async function takeJob(db: Db, kinds: readonly string[], leaseMs: number): Promise<JobRow | null> {
  const { rows } = await sql<JobRow>`
    UPDATE jobs SET attempts = attempts + 1, run_at = app_now() + make_interval(secs => ${leaseMs / 1000})
     WHERE id = (SELECT id FROM jobs WHERE failed_at IS NULL AND run_at <= app_now() AND kind = ANY(${[...kinds]}::text[])
                  ORDER BY run_at, id FOR UPDATE SKIP LOCKED LIMIT 1)
    RETURNING id, kind, payload, attempts`.execute(db);
  return rows[0] ?? null;
}

/** Keeps a job for so long from now. */
export async function keepJob(db: Db, { id, attempts }: JobRow, leaseMs: number): Promise<void> {
  await sql`UPDATE jobs SET run_at = app_now() + make_interval(secs => ${leaseMs / 1000}) WHERE id = ${id} AND attempts = ${attempts}`.execute(db);
}

/** Whoever took it again meanwhile (`attempts`) keeps it. */
export async function deleteJob(db: Db, { id, attempts }: JobRow): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).where('attempts', '=', attempts).execute();
}

/** Puts a job that failed off, or gives it up with `retryInMs` null. */
export async function putOffJob(db: Db, { id, attempts }: JobRow, error: string, retryInMs: number | null): Promise<void> {
  await sql`
    UPDATE jobs SET last_error = ${error}, run_at = app_now() + make_interval(secs => ${(retryInMs ?? 0) / 1000}),
           failed_at = CASE WHEN ${retryInMs === null} THEN app_now() END
     WHERE id = ${id} AND attempts = ${attempts}`.execute(db);
}

export async function deleteFailedJobs(db: Db, olderThanDays: number): Promise<void> {
  await sql`DELETE FROM jobs WHERE failed_at < app_now() - make_interval(days => ${olderThanDays})`.execute(db);
}
