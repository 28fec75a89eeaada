import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../database/index.ts';

/** A job held with a lease. Results under another `lease` are ignored. */
export interface JobRow {
  id: number;
  kind: string;
  payload: unknown;
  key: string | null;
  request_id: string | null;
  /** The number of tries including this one, from 1. */
  attempts: number;
  lease: number;
}

const seconds = (ms: number): RawBuilder<unknown> => sql`make_interval(secs => ${ms / 1000}::float8)`;
const held = ({ id, lease }: JobRow): RawBuilder<unknown> => sql`id = ${id} AND lease = ${lease} AND state = 'running'`;

export interface NewJob {
  payload: object;
  key: string | null;
}

/**
 * Inserts jobs. A job whose key already waits is merged with it: the newer payload counts, at the earlier of both
 * times, except that after a failure or a put-back its time counts.
 */
export async function insertJobs(
  tx: Tx,
  { kind, jobs, runAt, requestId }: { kind: string; jobs: readonly NewJob[]; runAt: Date | null; requestId: string | null },
): Promise<void> {
  await sql`
    INSERT INTO jobs (kind, payload, key, run_at, request_id)
    SELECT ${kind}, job.payload, job.key, coalesce(${runAt}::timestamptz, app_now()), ${requestId}
      FROM unnest(${jobs.map(({ payload }) => JSON.stringify(payload))}::jsonb[], ${jobs.map(({ key }) => key)}::text[]) AS job (payload, key)
        ON CONFLICT (kind, key) WHERE state = 'waiting'
        DO UPDATE SET payload = EXCLUDED.payload, request_id = EXCLUDED.request_id, failed_at = NULL,
                      run_at = CASE WHEN jobs.last_error IS NULL THEN least(jobs.run_at, EXCLUDED.run_at) ELSE jobs.run_at END`.execute(tx);
}

/**
 * Takes a due job for a limited time: if its process dies, it becomes due again afterwards. A job whose key is running
 * waits for the end of that. Null: nothing is due. The function `take_job` checks the due jobs one by one in their
 * order, regardless of their number and of the database's statistics: the instant is computed once so that the index
 * can be used, and OFFSET 0 limits the check of each key to the rows read.
 */
export async function takeJob(db: Db, kinds: readonly string[], leaseMs: number): Promise<JobRow | null> {
  const { rows } = await sql<JobRow>`
    SELECT id, kind, payload, key, request_id, attempts, lease FROM take_job(${[...kinds]}::text[], ${seconds(leaseMs)})`.execute(db);
  return rows[0] ?? null;
}

/** Extends the lease of a job from now. */
export async function keepJob(db: Db, job: JobRow, leaseMs: number): Promise<void> {
  await sql`UPDATE jobs SET since = app_now(), run_at = app_now() + ${seconds(leaseMs)} WHERE ${held(job)}`.execute(db);
}

/** Deletes a completed job, and earlier failures under its key. */
export async function deleteJob(db: Db, job: JobRow): Promise<void> {
  await sql`
    WITH done AS (DELETE FROM jobs WHERE ${held(job)} RETURNING kind, key)
    DELETE FROM jobs USING done WHERE jobs.kind = done.kind AND jobs.key = done.key AND jobs.state IN ('failed', 'dismissed')`.execute(db);
}

export interface Postponement {
  /** The reason why it waits, for people who look. */
  reason: string;
  until: { inMs: number } | { at: Date };
  /** True when the try counts. A put-back does not count. */
  countsTry: boolean;
}

/**
 * Makes a job wait. When a newer one of its key already waits, that one continues with its tries, and this one ends.
 */
export async function postponeJob(db: Db, job: JobRow, { reason, until, countsTry }: Postponement): Promise<void> {
  const at = 'at' in until ? sql`${until.at}::timestamptz` : sql`app_now() + ${seconds(until.inMs)}`;
  const { rows } = await sql<{ id: number }>`
    WITH mine AS (SELECT id, kind, key, attempts - ${countsTry ? 0 : 1} AS attempts, tries_from FROM jobs WHERE ${held(job)} FOR UPDATE),
         heir AS (UPDATE jobs SET attempts = mine.attempts, tries_from = mine.tries_from, last_error = ${reason}, run_at = greatest(jobs.run_at, ${at})
                    FROM mine WHERE jobs.kind = mine.kind AND jobs.key = mine.key AND jobs.state = 'waiting' RETURNING mine.id)
    DELETE FROM jobs USING heir WHERE jobs.id = heir.id RETURNING jobs.id`.execute(db);
  if (rows.length > 0) return;
  await sql`
    UPDATE jobs SET state = 'waiting', since = app_now(), attempts = attempts - ${countsTry ? 0 : 1}, last_error = ${reason}, run_at = ${at}
     WHERE ${held(job)}`.execute(db);
}

/** Marks a job as failed for good. For each key only the newest failure is kept. */
export async function giveUpJob(db: Db, job: JobRow, error: string): Promise<void> {
  await sql`
    WITH given_up AS (UPDATE jobs SET state = 'failed', since = app_now(), last_error = ${error}, failed_at = app_now(), run_at = app_now()
                       WHERE ${held(job)} RETURNING id, kind, key)
    DELETE FROM jobs USING given_up
     WHERE jobs.kind = given_up.kind AND jobs.key = given_up.key AND jobs.state IN ('failed', 'dismissed') AND jobs.id <> given_up.id`.execute(db);
}

export async function deleteFailedJobs(db: Db, olderThanDays: number): Promise<void> {
  await sql`DELETE FROM jobs WHERE state IN ('failed', 'dismissed') AND failed_at < app_moment() - make_interval(days => ${olderThanDays})`.execute(db);
}

/** Corrects start times after the clock was set back, so that jobs wait only as long as they would have. */
export async function correctStartTimes(db: Db): Promise<void> {
  await sql`
    UPDATE jobs SET run_at = run_at - (since - app_now()), since = app_now()
     WHERE state IN ('waiting', 'running') AND since > app_moment() + interval '1 minute'`.execute(db);
}

/** Returns the next whole multiple of a schedule's interval after now, counted from 1970 with its offset. */
const nextAt = (everyMinutes: RawBuilder<number>, offsetMinutes: RawBuilder<number>): RawBuilder<Date> =>
  sql`to_timestamp((floor((extract(epoch FROM app_now()) - ${offsetMinutes} * 60::float8) / (${everyMinutes} * 60::float8)) + 1) * ${everyMinutes} * 60::float8 + ${offsetMinutes} * 60::float8)`;

export interface Schedule {
  kind: string;
  everyMinutes: number;
  offsetMinutes: number;
}

/** Returns the kinds to take: those that are due, that are new, or whose clock or interval changed. */
export async function listSchedulesToTake(db: Db, schedules: readonly Schedule[]): Promise<string[]> {
  const column = (key: 'everyMinutes' | 'offsetMinutes') => sql`${schedules.map((schedule) => schedule[key])}::integer[]`;
  const { rows } = await sql<{ kind: string }>`
    SELECT given.kind
      FROM unnest(${schedules.map(({ kind }) => kind)}::text[], ${column('everyMinutes')}, ${column('offsetMinutes')}) AS given (kind, every_minutes, offset_minutes)
      LEFT JOIN job_schedules known ON known.kind = given.kind
     WHERE known.kind IS NULL OR known.next_at <= app_now() OR known.next_at > ${nextAt(sql`given.every_minutes`, sql`given.offset_minutes`)}`.execute(db);
  return rows.map(({ kind }) => kind);
}

/**
 * Takes a schedule that is due, once for all processes, with the number of missed runs. Null: it is not due, or another
 * process takes it. A new schedule is due at its next time.
 */
export async function takeSchedule(tx: Tx, { kind, everyMinutes, offsetMinutes }: Schedule): Promise<{ missed: number } | null> {
  const next = nextAt(sql`${everyMinutes}::integer`, sql`${offsetMinutes}::integer`);
  await sql`INSERT INTO job_schedules (kind, next_at) VALUES (${kind}, ${next}) ON CONFLICT (kind) DO NOTHING`.execute(tx);
  const { rows } = await sql<{ is_due: boolean; missed: number }>`
    SELECT next_at <= app_now() AS is_due, floor(extract(epoch FROM app_now() - next_at) / ${everyMinutes * 60}::float8)::integer AS missed
      FROM job_schedules WHERE kind = ${kind} AND (next_at <= app_now() OR next_at > ${next}) FOR UPDATE SKIP LOCKED`.execute(tx);
  const [found] = rows;
  if (!found) return null;
  await sql`UPDATE job_schedules SET next_at = ${next} WHERE kind = ${kind}`.execute(tx); // also where the clock or the schedule moved
  return found.is_due ? { missed: found.missed } : null;
}

/** The time by which what is committed late may precede the instant up to which a job has done its work. */
const LATE_MINUTES = 10;

/**
 * Does the part of a scheduled job that concerns what came since the last time, and remembers how far it came. `work`
 * gets an instant ten minutes before the last time, for what was committed late. It is null at the first time, and after
 * a failure it is that of the last success.
 */
export async function sinceLastTime(db: Db, kind: string, work: (since: Date | null) => Promise<void>): Promise<void> {
  const { rows } = await sql<{ since: Date | null; now: Date }>`
    SELECT (SELECT done_until - make_interval(mins => ${LATE_MINUTES}) FROM job_schedules WHERE kind = ${kind}) AS since, app_now() AS now`.execute(db);
  const { since, now } = rows[0]!;
  await work(since);
  await sql`UPDATE job_schedules SET done_until = ${now} WHERE kind = ${kind}`.execute(db);
}

/** Returns true while a job runs whose kind begins with one of these words. */
export async function isKindRunning(db: Db, beginnings: readonly string[]): Promise<boolean> {
  const patterns = beginnings.map((beginning) => `${beginning}%`);
  const { rows } = await sql<{
    runs: boolean;
  }>`SELECT EXISTS (SELECT FROM jobs WHERE state = 'running' AND kind LIKE ANY(${patterns}::text[])) AS runs`.execute(db);
  return rows[0]!.runs;
}

/** Returns true while a job of this kind waits or runs. */
export async function isKindOpen(db: Db, kind: string): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    SELECT EXISTS (SELECT FROM jobs WHERE state IN ('waiting', 'running') AND kind = ${kind}) AS is_open`.execute(db);
  return rows[0]!.is_open;
}

/** Jobs of one kind. */
export interface KindBacklog {
  kind: string;
  /** Due but not started, or started by a process that is gone. */
  due: number;
  /** The age in seconds of the job that has been due longest. */
  dueSeconds: number;
  running: number;
  /** Jobs scheduled for later. */
  planned: number;
}

export async function listJobBacklog(db: Db): Promise<KindBacklog[]> {
  const { rows } = await sql<KindBacklog>`
    WITH clock AS MATERIALIZED (SELECT app_now() AS now)
    SELECT kind, count(*) FILTER (WHERE run_at <= now) AS due,
           coalesce(extract(epoch FROM max(now) - min(run_at) FILTER (WHERE run_at <= now)), 0)::float8 AS "dueSeconds",
           count(*) FILTER (WHERE state = 'running' AND run_at > now) AS running, count(*) FILTER (WHERE state = 'waiting' AND run_at > now) AS planned
      FROM jobs, clock WHERE state IN ('waiting', 'running') GROUP BY kind`.execute(db);
  return rows;
}
