import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import type { LaneState } from './lane-state.ts';

interface Found {
  state: LaneState;
  /** The current time by the database's clock. */
  nowMs: number;
}

const nowMs = sql<number>`extract(epoch FROM app_now())::float8 * 1000`;

/**
 * Begins the first attempt of a lane that has no state, for at most this time. Returns false when the lane has one.
 */
export async function insertLane(db: Db, lane: Buffer, process: string, longestMs: number): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO sign_in_lanes (lane, state, until)
    SELECT ${lane},
           jsonb_build_object('failures', 0, 'lastMs', 0, 'tries', 1, 'holds', jsonb_build_array(
             jsonb_build_object('process', ${process}::text, 'running', 1, 'runningUntilMs', ends_ms, 'next', NULL))),
           to_timestamp(ends_ms / 1000)
      FROM (SELECT ${nowMs} + ${longestMs}::float8 AS ends_ms) AS clock
    ON CONFLICT (lane) DO NOTHING
    RETURNING true AS is_new`.execute(db);
  return rows.length > 0;
}

/** Locks a lane until commit. A lane that does not exist is created from `fresh`. */
export async function lockLane(tx: Tx, lane: Buffer, fresh: LaneState): Promise<Found> {
  const { rows } = await sql<{ state: LaneState; now_ms: number }>`
    INSERT INTO sign_in_lanes (lane, state, until) VALUES (${lane}, ${JSON.stringify(fresh)}::jsonb, app_now())
    ON CONFLICT (lane) DO UPDATE SET lane = excluded.lane
    RETURNING state, ${nowMs} AS now_ms`.execute(tx);
  const { state, now_ms } = rows[0]!; // an insert or an update, one of both
  return { state, nowMs: now_ms };
}

export async function findLane(db: Db, lane: Buffer): Promise<Found | null> {
  const { rows } = await sql<{ state: LaneState; now_ms: number }>`SELECT state, ${nowMs} AS now_ms FROM sign_in_lanes WHERE lane = ${lane}`.execute(db);
  const [row] = rows;
  return row ? { state: row.state, nowMs: row.now_ms } : null;
}

/** Saves the state of a lane. `endMs`: the time after which nothing is remembered. */
export async function saveLane(tx: Tx, lane: Buffer, state: LaneState, endMs: number): Promise<void> {
  await sql`UPDATE sign_in_lanes SET state = ${JSON.stringify(state)}::jsonb, until = to_timestamp(${endMs / 1000}::float8) WHERE lane = ${lane}`.execute(tx);
}

export async function deleteLane(db: Db, lane: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_lanes').where('lane', '=', lane).execute();
}

/**
 * Deletes a lane that holds only one attempt of this process, and possibly failures where those are cleared. Returns
 * true when it was such a lane.
 */
export async function deleteLaneOfOneTry(db: Db, lane: Buffer, process: string, forgivesFailures: boolean): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM sign_in_lanes
     WHERE lane = ${lane} AND jsonb_array_length(state -> 'holds') = 1
       AND state -> 'holds' -> 0 @> jsonb_build_object('process', ${process}::text, 'running', 1, 'next', NULL)
       AND (${forgivesFailures} OR (state ->> 'failures')::int = 0)
    RETURNING true AS is_gone`.execute(db);
  return rows.length > 0;
}

export async function deleteOldLanes(db: Db): Promise<void> {
  await sql`DELETE FROM sign_in_lanes WHERE until < (SELECT app_now())`.execute(db);
}
