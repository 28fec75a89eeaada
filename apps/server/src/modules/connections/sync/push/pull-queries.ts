import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';

/**
 * Of a subscription Google keeps messages for ten minutes at least (a week unless somebody says otherwise): after a longer
 * silence some may be gone.
 */
const KEPT = sql`interval '10 minutes'`;
/** For so long after a pull nobody doubts that messages come. */
const FRESH = sql`interval '5 minutes'`;

/** Notes that messages were pulled, at most twice a minute. Returns since when they could not be, where that is over now. */
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

/** Counts a pull that failed. Returns how many have since the last one that did not. */
export async function countFail(db: Db, subscription: string): Promise<number> {
  const { rows } = await sql<{ fails: number }>`
    INSERT INTO sync_pulls AS kept (subscription, failing_since, fails) VALUES (${subscription}, app_now(), 1)
    ON CONFLICT (subscription) DO UPDATE SET failing_since = coalesce(kept.failing_since, app_now()), fails = kept.fails + 1
    RETURNING fails`.execute(db);
  return rows[0]?.fails ?? 1;
}

/** Returns since when no message can have been lost; null: they do not come now. */
export async function findWholeSince(db: Db, subscription: string): Promise<Date | null> {
  const { rows } = await sql<{ whole_since: Date | null }>`
    SELECT whole_since FROM sync_pulls WHERE subscription = ${subscription} AND pulled_at > app_now() - ${FRESH}`.execute(db);
  return rows[0]?.whole_since ?? null;
}
