import { sql } from 'kysely';
import type { Db } from '../database/index.ts';

/** Any fixed number that distinguishes this lock from other advisory locks. */
const SIGNALS_LOCK = 8_207_116;

/**
 * Writes signals in their order, in one statement that is a separate transaction: other writers wait until its numbers
 * can be seen. Returns the first and the last number.
 */
export async function insertSignals(db: Db, bodies: readonly string[]): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number; last: number }>`
    WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock(${SIGNALS_LOCK})),
         written AS (INSERT INTO live_signals (body)
                     SELECT s.body FROM held, unnest(${[...bodies]}::text[]) WITH ORDINALITY AS s (body, place) ORDER BY s.place
                     RETURNING id)
    SELECT min(id) AS first, max(id) AS last FROM written`.execute(db);
  return rows[0]!;
}

/** Returns the number of the last signal, 0 before the first. */
export async function getLastSignal(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number }>`SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM live_signals_id_seq`.execute(db);
  return rows[0]!.last;
}

export async function listSignals(db: Db, after: number, limit: number): Promise<{ id: number; body: string }[]> {
  return db.selectFrom('live_signals').select(['id', 'body']).where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** Deletes old signals, which every process has read long ago. */
export async function deleteOldSignals(db: Db, olderThanMinutes: number): Promise<void> {
  await sql`DELETE FROM live_signals WHERE written_at < (SELECT clock_timestamp()) - make_interval(mins => ${olderThanMinutes}::integer)`.execute(db);
}
