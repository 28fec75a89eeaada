import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** A position in the log of a server. `systemId` is shared by a server and its replicas, and by no others. */
export interface LogPosition {
  systemId: string;
  position: string;
}

/**
 * Returns a position in the log of the main server that everything acknowledged is before: how far it is on the disk, or
 * has been written at all where commits do not wait for the disk.
 */
export async function readPosition(db: Db): Promise<LogPosition> {
  const { rows } = await sql<LogPosition>`
    SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END::text AS position,
           system_identifier::text AS "systemId"
      FROM pg_control_system()`.execute(db);
  return rows[0]!;
}

/** The state of a replica, next to a position of the main server. */
export interface ReplicaState {
  systemId: string;
  isReplica: boolean;
  /** The bytes of the log before the position that it has not applied; null when it is no replica. */
  missingBytes: number | null;
}

export async function readReplicaState(db: Db, position: string): Promise<ReplicaState> {
  const { rows } = await sql<ReplicaState>`
    SELECT pg_is_in_recovery() AS "isReplica", system_identifier::text AS "systemId",
           greatest(0, ${position}::pg_lsn - pg_last_wal_replay_lsn())::float8 AS "missingBytes"
      FROM pg_control_system()`.execute(db);
  return rows[0]!;
}
