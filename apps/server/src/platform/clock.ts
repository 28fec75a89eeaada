import { sql } from 'kysely';
import type { Db } from './database/connect.ts';

/** From this difference on, the clocks of the database and of a machine are off. */
export const MUCH_DRIFT_MS = 30_000;

/**
 * Returns the current time by the database's clock, the only one there is. Inside a transaction, read it after locking
 * the row it decides about. Tests move it.
 */
export async function appNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT app_now() AS now`.execute(db);
  return (rows[0] as { now: Date }).now;
}

/** Returns how many milliseconds the database's clock is ahead of this machine's. For the log and for operators only. */
export async function measureClockDriftMs(db: Db): Promise<number> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db);
  return toDriftMs((rows[0] as { now: Date }).now, before);
}

/** Returns how many milliseconds the time of a database is ahead of this machine's, which was `askedAtMs` before the question. */
export const toDriftMs = (databaseNow: Date, askedAtMs: number): number => Math.round(databaseNow.getTime() - (askedAtMs + Date.now()) / 2);

/** Returns this machine's time in milliseconds since 1970: for operators and certificates only, never for deadlines. */
export const machineNowMs = (): number => Date.now();

/** Returns milliseconds of this process that only grow: for measuring and for local timers, never for deadlines. */
export function monotonicMs(): number {
  return performance.now();
}

/** The database's clock as a process knows it between two readings: for metrics only, right to a few milliseconds. */
export interface DatabaseClock {
  /** Returns null before the first reading. */
  nowMs(): number | null;
  /** Reads the database's clock. @throws where the database is away */
  look(): Promise<void>;
}

export function createDatabaseClock(db: Db): DatabaseClock {
  let aheadMs: number | null = null;
  return {
    nowMs: () => (aheadMs === null ? null : monotonicMs() + aheadMs),
    async look() {
      const before = monotonicMs();
      const now = await appNow(db);
      aheadMs = now.getTime() - (before + monotonicMs()) / 2;
    },
  };
}

/** The database's current time, as far as this process knows: not before, and not after. Milliseconds since 1970. */
export interface ClockReading {
  earliestMs: number;
  latestMs: number;
}

/** The database's real clock, which all processes share, independent of their own clocks. Tests do not move it. */
export interface SharedClock {
  /** Returns the time. Asks the database the first time only. @throws when it cannot be asked then */
  read(): Promise<ClockReading>;
}

const MEASURE_EVERY_MS = 10_000;
/** A measurement that took longer is not precise: it is repeated soon, and does not replace a better one. */
const GOOD_MEASUREMENT_MS = 200;
const MEASURE_AGAIN_MS = 1000;

/** Measures the database's clock against this process's own, again every ten seconds of use. */
export function createSharedClock(db: Db): SharedClock {
  let measured: { databaseMs: number; askedAtMs: number; heardAtMs: number; tookMs: number } | null = null;
  let measuring: Promise<void> | null = null;
  let triedAtMs = 0;
  async function measure(): Promise<void> {
    const askedAtMs = monotonicMs();
    triedAtMs = askedAtMs;
    const { rows } = await sql<{ ms: number }>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`.execute(db);
    const heardAtMs = monotonicMs();
    const tookMs = heardAtMs - askedAtMs;
    if (measured && tookMs > GOOD_MEASUREMENT_MS && tookMs >= measured.tookMs) return;
    measured = { databaseMs: (rows[0] as { ms: number }).ms, askedAtMs, heardAtMs, tookMs };
  }
  return {
    async read() {
      const sinceMs = monotonicMs() - triedAtMs;
      const isDue = measured === null || sinceMs > (measured.tookMs > GOOD_MEASUREMENT_MS ? MEASURE_AGAIN_MS : MEASURE_EVERY_MS);
      if (isDue)
        measuring ??= measure().finally(() => {
          measuring = null;
        });
      if (measured === null) await measuring;
      else measuring?.catch(() => undefined); // the last measurement still counts
      const { databaseMs, askedAtMs, heardAtMs } = measured as NonNullable<typeof measured>;
      const nowMs = monotonicMs();
      return { earliestMs: databaseMs + nowMs - heardAtMs, latestMs: databaseMs + nowMs - askedAtMs };
    },
  };
}

/** Creates a clock for a single process, which no other process can compare with. */
export function createProcessClock(): SharedClock {
  return { read: async () => ({ earliestMs: monotonicMs(), latestMs: monotonicMs() }) };
}
