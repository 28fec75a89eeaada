import { hostname } from 'node:os';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/index.ts';
import type { CommonGround } from './common-ground.ts';
import type { ProcessFigures } from './figures.ts';
import type { ServerRole } from './roles.ts';

const inMs = (ms: number): RawBuilder<Date> => sql`clock_timestamp() + make_interval(secs => ${ms / 1000}::float8)`;

/** Enters a process with a lease of that length. Returns its id. */
export async function insertProcess(
  db: Db,
  { role, version, ground }: { role: ServerRole; version: string; ground: CommonGround | null },
  leaseMs: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO server_processes (role, version, host, folder_id, words_hash, lease_until)
    VALUES (${role}, ${version}, ${hostname().split('.')[0] as string}, ${ground?.folderId ?? null}::uuid, ${ground?.wordsHash ?? null}::bytea, ${inMs(leaseMs)})
    RETURNING id`.execute(db);
  return (rows[0] as { id: number }).id;
}

/**
 * Renews a process's lease from now, with its newest figures; null leaves those that are there. Returns whether all processes
 * log more now, or null when another process has deleted it as dead.
 */
export async function renewLease(db: Db, id: number, leaseMs: number, figures: ProcessFigures | null): Promise<{ logs_more: boolean } | null> {
  const { rows } = await sql<{ logs_more: boolean }>`
    UPDATE server_processes SET lease_until = ${inMs(leaseMs)}, figures = coalesce(${figures && JSON.stringify(figures)}::jsonb, figures) WHERE id = ${id}
    RETURNING (SELECT coalesce(logs_more_until > app_now(), false) FROM installation) AS logs_more`.execute(db);
  return rows[0] ?? null;
}

/** Lets all processes log more for so many minutes, or as they are set for null. Returns until when. */
export async function setLogsMore(db: Db, minutes: number | null): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    UPDATE installation SET logs_more_until = app_now() + make_interval(mins => ${minutes}::integer) WHERE true RETURNING logs_more_until AS until`.execute(db);
  return (rows[0] as { until: Date | null }).until;
}

/** Returns until when all processes log more, or null. */
export async function findLogsMore(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`SELECT logs_more_until AS until FROM installation WHERE logs_more_until > app_now()`.execute(db);
  return rows[0]?.until ?? null;
}

/** A process at work, as the others see it. */
export interface ProcessRow {
  id: number;
  role: ServerRole;
  version: string;
  age_seconds: number;
  /** Null until the process has said them. */
  figures: ProcessFigures | null;
}

/** The processes whose lease holds, the oldest first, as JSON within a statement. */
export const processesAsJson = sql<ProcessRow[]>`
  (SELECT coalesce(json_agg(json_build_object('id', id, 'role', role, 'version', version, 'figures', figures,
                     'age_seconds', greatest(0, floor(extract(epoch FROM clock_timestamp() - started_at)))::integer) ORDER BY id), '[]')
     FROM server_processes WHERE lease_until > clock_timestamp())`;

/** Lists the processes whose lease holds, the oldest first. */
export async function listProcesses(db: Db): Promise<ProcessRow[]> {
  const { rows } = await sql<{ processes: ProcessRow[] }>`SELECT ${processesAsJson} AS processes`.execute(db);
  return rows[0]!.processes;
}

/** Deletes processes whose lease has expired. When several try, each is deleted by one. Returns their ids. */
export async function deleteGoneProcesses(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM server_processes
     WHERE id IN (SELECT id FROM server_processes WHERE lease_until <= clock_timestamp() ORDER BY id FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteProcess(db: Db, id: number): Promise<void> {
  await db.deleteFrom('server_processes').where('id', '=', id).execute();
}
