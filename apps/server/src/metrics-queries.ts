import { sql } from 'kysely';
import type { Db } from './platform/database/index.ts';

/** What waits in the database, with the age in seconds of what has waited longest. */
export interface Backlog {
  outboxRows: number;
  outboxSeconds: number;
  jobsFailed: number;
  /** Forms whose deadline and grace are over and that are open still. */
  closingsLate: number;
  closingsSeconds: number;
}

export async function readBacklog(db: Db, graceMs: number): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    WITH clock AS MATERIALIZED (SELECT app_now() AS now),
         outbox AS (SELECT count(*) AS rows, min(created_at) AS first FROM room_outbox),
         failed AS (SELECT count(*) AS rows FROM jobs WHERE state = 'failed'),
         late AS (SELECT count(*) AS rows, min(p.deadline_at) AS first FROM live_phases p JOIN live_sessions s ON s.id = p.session_id AND s.state = 'running', clock
                   WHERE p.closed_at IS NULL AND p.deadline_at + make_interval(secs => ${graceMs / 1000}::float8) < clock.now)
    SELECT outbox.rows AS "outboxRows", coalesce(extract(epoch FROM clock.now - outbox.first), 0)::float8 AS "outboxSeconds",
           failed.rows AS "jobsFailed",
           late.rows AS "closingsLate", coalesce(extract(epoch FROM clock.now - late.first), 0)::float8 AS "closingsSeconds"
      FROM clock, outbox, failed, late`.execute(db);
  return rows[0] as Backlog;
}

/** Jobs of one kind. */
export interface KindBacklog {
  kind: string;
  /** Due and not begun, or begun by a process that is gone. */
  due: number;
  /** For how long the one that is due longest has been. */
  dueSeconds: number;
  running: number;
  /** To be done at a time to come. */
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
