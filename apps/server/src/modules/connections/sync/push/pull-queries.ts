import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';

/**
 * The minimum time for which Google keeps a subscription's messages (a week by default): after a longer silence some
 * may be lost.
 */
const KEPT = sql`interval '10 minutes'`;
/** The time after a pull during which messages are assumed to arrive. */
const FRESH = sql`interval '5 minutes'`;

/** Records a pull, at most twice a minute. Returns the start of an outage that has just ended. */
export async function notePull(db: Db, subscription: string): Promise<Date | null> {
  const { rows } = await sql<{ failing_since: Date | null }>`
    WITH before AS (SELECT failing_since FROM sync_pulls WHERE subscription = ${subscription})
    INSERT INTO sync_pulls AS kept (subscription, pulled_at, whole_since) VALUES (${subscription}, app_now(), app_now())
    ON CONFLICT (subscription) DO UPDATE
       SET pulled_at = app_now(), fails = 0, failing_since = NULL,
           whole_since = CASE WHEN kept.pulled_at > app_now() - ${KEPT} THEN kept.whole_since ELSE app_now() END
     WHERE kept.fails > 0 OR kept.pulled_at IS NULL OR kept.pulled_at < app_now() - interval '30 seconds'
    RETURNING (SELECT failing_since FROM before)`.execute(db);
  return rows[0]?.failing_since ?? null;
}

/** Counts a failed pull. Returns the number since the last successful one. */
export async function countFail(db: Db, subscription: string): Promise<number> {
  const { rows } = await sql<{ fails: number }>`
    INSERT INTO sync_pulls AS kept (subscription, failing_since, fails) VALUES (${subscription}, app_now(), 1)
    ON CONFLICT (subscription) DO UPDATE SET failing_since = coalesce(kept.failing_since, app_now()), fails = kept.fails + 1
    RETURNING fails`.execute(db);
  return rows[0]?.fails ?? 1;
}

/** Returns the time since which no message can have been lost; null if none arrive now. */
export async function findWholeSince(db: Db, subscription: string): Promise<Date | null> {
  const { rows } = await sql<{ whole_since: Date | null }>`
    SELECT whole_since FROM sync_pulls WHERE subscription = ${subscription} AND pulled_at > app_now() - ${FRESH}`.execute(db);
  return rows[0]?.whole_since ?? null;
}
