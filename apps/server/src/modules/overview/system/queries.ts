import type { BackupKind, BackupProblem, TableGroup } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { type ProcessRow, processesAsJson } from '../../../platform/processes/index.ts';

/** Returns the version of the database server, as `18.4` or `18.4 (Debian 18.4-1)`. */
export async function getServerVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`SHOW server_version`.execute(db);
  return (rows[0] as { server_version: string }).server_version;
}

/**
 * Returns true when an active person with a role other than student and guardian has a password, but no second factor, and is not
 * required to have one. People who sign in with Google alone do not count. Administrators count unless `adminsNeedFactor`, since every one of them needs one then.
 */
export async function hasStaffWithoutFactor(db: Db, { adminsNeedFactor }: { adminsNeedFactor: boolean }): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM roles JOIN held_roles ON held_roles.given_id = roles.id AND held_roles.is_active JOIN people ON people.id = held_roles.account_id
        CROSS JOIN LATERAL (SELECT has_factor, level FROM account_factors WHERE account_factors.account_id = people.id OFFSET 0) own
       WHERE roles.key IS DISTINCT FROM 'student' AND roles.key IS DISTINCT FROM 'guardian'
         AND people.status AND people.has_password AND NOT own.has_factor AND own.level < 2
         AND NOT (${adminsNeedFactor} AND EXISTS (SELECT FROM administrators WHERE administrators.account_id = people.id))) AS found`.execute(db);
  return (rows[0] as { found: boolean }).found;
}

/** Everything that the lights need and that the database remembers. */
export interface Seen {
  failed_jobs: number;
  /** For how long the oldest job has been due. */
  oldest_due_seconds: number;
  /** The age of the newest backup. Null: none is known. */
  backup_seconds: number | null;
  /** True when the newest backup that ended had failed. */
  is_backup_failed: boolean;
  installed_seconds: number;
  processes: ProcessRow[];
  /** Null: it was not looked at yet. */
  is_mail_well: boolean | null;
  are_files_well: boolean | null;
}

/** Reads what the lights need, in one statement. */
export async function readSeen(db: Db): Promise<Seen> {
  const { rows } = await sql<Seen>`
    WITH clock AS MATERIALIZED (SELECT app_now() AS now),
         newest AS (SELECT state, ended_at FROM backup_runs WHERE kind = 'backup' AND ended_at IS NOT NULL ORDER BY id DESC LIMIT 1)
    SELECT (SELECT count(*)::integer FROM jobs WHERE state = 'failed') AS failed_jobs,
           (SELECT coalesce(extract(epoch FROM clock.now - min(run_at)), 0)::float8 FROM jobs WHERE state IN ('waiting', 'running') AND run_at <= clock.now) AS oldest_due_seconds,
           (SELECT extract(epoch FROM clock.now - max(ended_at))::float8 FROM backup_runs WHERE kind = 'backup' AND state = 'done') AS backup_seconds,
           coalesce((SELECT state = 'failed' FROM newest), false) AS is_backup_failed,
           (SELECT extract(epoch FROM clock.now - created_at)::float8 FROM installation) AS installed_seconds,
           ${processesAsJson} AS processes,
           (SELECT is_well FROM service_checks WHERE service = 'mail') AS is_mail_well,
           (SELECT is_well FROM service_checks WHERE service = 'files') AS are_files_well
      FROM clock`.execute(db);
  return rows[0] as Seen;
}

export async function saveCheck(db: Db, service: 'mail' | 'files', isWell: boolean): Promise<void> {
  await sql`
    INSERT INTO service_checks (service, is_well) VALUES (${service}, ${isWell})
    ON CONFLICT (service) DO UPDATE SET is_well = excluded.is_well, checked_at = app_now()`.execute(db);
}

/** Returns the sizes of the tables with their indexes, by the group that each name belongs to. */
export async function listTableSizes(db: Db, groupOf: (table: string) => TableGroup): Promise<Map<TableGroup, number>> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    SELECT relname AS name, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'm')`.execute(db);
  const sizes = new Map<TableGroup, number>();
  for (const { name, bytes } of rows) sizes.set(groupOf(name), (sizes.get(groupOf(name)) ?? 0) + bytes);
  return sizes;
}

export interface BackupRunRow {
  id: number;
  kind: BackupKind;
  state: 'waiting' | 'running' | 'done' | 'failed';
  begun_at: Date;
  ended_at: Date | null;
  taken_at: Date | null;
  bytes: number | null;
  percent: number;
  problem: BackupProblem | null;
}

/** Returns the newest run of each kind and state. */
export async function listNewestRuns(db: Db): Promise<BackupRunRow[]> {
  const { rows } = await sql<BackupRunRow>`
    SELECT DISTINCT ON (kind, state) id, kind, state, begun_at, ended_at, taken_at, bytes, percent, problem
      FROM backup_runs ORDER BY kind, state, id DESC`.execute(db);
  return rows;
}

/** Begins a backup that waits for its job, unless one is open. Returns its id, or null. */
export async function insertWaitingBackup(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO backup_runs (kind, state) VALUES ('backup', 'waiting') ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Ends what is open and has no job any more, because its processes ended with it. */
export async function endLostBackups(db: Db): Promise<void> {
  await sql`UPDATE backup_runs SET state = 'failed', problem = 'stopped', ended_at = app_now() WHERE state IN ('waiting', 'running')`.execute(db);
}

/** Marks a backup as running, again where a process ended with it. Returns when it was begun, or null when it has ended. */
export async function beginBackup(db: Db, id: number): Promise<Date | null> {
  const { rows } = await sql<{ begun_at: Date }>`
    UPDATE backup_runs SET state = 'running', percent = 0 WHERE id = ${id} AND ended_at IS NULL RETURNING begun_at`.execute(db);
  return rows[0]?.begun_at ?? null;
}

export async function saveProgress(db: Db, id: number, percent: number): Promise<void> {
  await sql`UPDATE backup_runs SET percent = ${percent} WHERE id = ${id} AND state = 'running'`.execute(db);
}

/** Ends a backup; `made` is null when it failed. A backup that is made was also read again, which is a verification. */
export async function endBackup(tx: Tx, id: number, made: { takenAt: string; bytes: number } | null, problem: BackupProblem | null): Promise<void> {
  await sql`
    UPDATE backup_runs SET state = ${problem === null ? 'done' : 'failed'}, ended_at = app_now(), problem = ${problem}, percent = ${problem === null ? 100 : 0},
           taken_at = ${made?.takenAt ?? null}, bytes = ${made?.bytes ?? null}
     WHERE id = ${id} AND ended_at IS NULL`.execute(tx);
  if (made)
    await sql`
      INSERT INTO backup_runs (kind, state, ended_at, taken_at, bytes, percent) VALUES ('verify', 'done', app_now(), ${made.takenAt}, ${made.bytes}, 100)`.execute(
      tx,
    );
}

/** Returns the address of a person, or null when nothing can be mailed to it. */
export async function findOwnAddress(db: Db, accountId: number): Promise<{ name: string; address: string } | null> {
  const { rows } = await sql<{ name: string; address: string }>`
    SELECT full_name AS name, email AS address FROM people WHERE id = ${accountId} AND is_mailable AND email <> ''`.execute(db);
  return rows[0] ?? null;
}
