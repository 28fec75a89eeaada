import { sql } from 'kysely';
import type { Db } from './database/connect.ts';

/**
 * Now, by the only clock there is: the database's. Inside a transaction read it after the row it decides about is
 * locked. Tests move it.
 */
export async function appNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT app_now() AS now`.execute(db);
  return (rows[0] as { now: Date }).now;
}

/** By how many milliseconds the database's clock is ahead of this machine's; for the log only. */
export async function measureClockDriftMs(db: Db): Promise<number> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db);
  return Math.round((rows[0] as { now: Date }).now.getTime() - (before + Date.now()) / 2);
}

/** Milliseconds of this process that only ever grow: for measuring and for local timers, never for deadlines. */
export function monotonicMs(): number {
  return performance.now();
}
