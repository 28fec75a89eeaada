import type pg from 'pg';
import { machineNowMs, toDriftMs } from '../platform/clock.ts';

export interface ServerRow {
  version: string;
  /** The connections that users other than administrators may have, and those that are open. */
  max_connections: number;
  open_connections: number;
  database: string;
  bytes: number;
  may_create: boolean;
  /** The milliseconds by which the server's clock is ahead of this machine's. */
  ahead_ms: number;
}

/** Returns facts of the server and the database. */
export async function readServer(client: pg.Client): Promise<ServerRow> {
  const before = machineNowMs();
  const { rows } = await client.query<Omit<ServerRow, 'ahead_ms'> & { now: Date }>(`
    SELECT current_setting('server_version') AS version,
           current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer AS max_connections,
           (SELECT count(*)::integer FROM pg_stat_activity WHERE backend_type = 'client backend') AS open_connections,
           current_database() AS database, pg_database_size(current_database())::float8 AS bytes,
           has_schema_privilege(current_schema(), 'CREATE') AS may_create, clock_timestamp() AS now`);
  const { now, ...row } = rows[0]!;
  return { ...row, ahead_ms: toDriftMs(now, before) };
}

/** Returns the largest tables with their parts and indexes, the largest first. */
export async function listLargestTables(client: pg.Client, limit: number): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `SELECT coalesce(own.inhparent::regclass::text, part.relname) AS name, sum(pg_total_relation_size(part.relid))::float8 AS bytes
       FROM pg_stat_user_tables part LEFT JOIN pg_inherits own ON own.inhrelid = part.relid GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1`,
    [limit],
  );
  return rows;
}

/** Returns the hours since the newest backup that was made, or null where none is known. */
export async function findBackupHours(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ hours: number | null }>(
    `SELECT extract(epoch FROM clock_timestamp() - max(taken_at))::float8 / 3600 AS hours FROM backup_runs WHERE kind = 'backup' AND state = 'done'`,
  );
  return rows[0]?.hours ?? null;
}
