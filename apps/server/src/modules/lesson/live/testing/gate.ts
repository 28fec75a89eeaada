import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';
import { GATE } from '../queries.ts';

/** Counts the calls that wait at the gates of any lessons. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`SELECT count(*)::integer AS waiting FROM pg_locks
    WHERE locktype = 'advisory' AND NOT granted AND classid = ${GATE} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(
    db,
  );
  return rows[0]!.waiting;
}
