import { hostname } from 'node:os';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/index.ts';
import type { CommonGround } from './common-ground.ts';
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

/** Renews a process's lease from now. Returns false when another has deleted it as dead. */
export async function renewLease(db: Db, id: number, leaseMs: number): Promise<boolean> {
  const { rows } = await sql`UPDATE server_processes SET lease_until = ${inMs(leaseMs)} WHERE id = ${id} RETURNING id`.execute(db);
  return rows.length > 0;
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
