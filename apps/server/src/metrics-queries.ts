import { sql } from 'kysely';
import type { Db } from './platform/database/index.ts';

/** The backlog in the database, with the age of its oldest entry in seconds. */
export interface Backlog {
  outboxRows: number;
  outboxSeconds: number;
  jobsFailed: number;
  /** Forms that are still open although their deadline and grace have passed. */
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
