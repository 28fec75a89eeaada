import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';

export interface Bucket {
  key: string;
  /** The time between two calls at the steady rate. */
  everyMs: number;
  /** The time by which calls may run ahead of the steady rate. */
  aheadMs: number;
}

/**
 * Takes one call from every bucket, over all processes, if it is due within `mostMs`. Returns the milliseconds until it
 * may be sent, and if it was taken: one that is due later takes nothing.
 */
export async function takeSlot(db: Db, buckets: readonly Bucket[], mostMs: number): Promise<{ waitMs: number; isTaken: boolean }> {
  const wanted = JSON.stringify(buckets);
  const take = () =>
    sql<{ wait_ms: number; is_taken: boolean; held: number }>`
      WITH wanted AS (SELECT * FROM jsonb_to_recordset(${wanted}::jsonb) AS wanted (key text, "everyMs" float8, "aheadMs" float8)),
      held AS MATERIALIZED (
        SELECT bucket.key, bucket.tat, bucket.sleeps_until, wanted."everyMs", wanted."aheadMs"
          FROM quota_buckets bucket JOIN wanted ON wanted.key = bucket.key ORDER BY bucket.key FOR UPDATE OF bucket),
      due AS MATERIALIZED (
        SELECT coalesce(max(greatest(0, extract(epoch FROM tat - app_now()) * 1000 - "aheadMs", extract(epoch FROM sleeps_until - app_now()) * 1000)), 0) AS wait_ms,
               count(*) AS held FROM held),
      taken AS (
        UPDATE quota_buckets bucket SET tat = greatest(bucket.tat, app_now()) + make_interval(secs => held."everyMs" / 1000)
          FROM held, due WHERE bucket.key = held.key AND due.wait_ms <= ${mostMs} RETURNING 1)
      SELECT due.wait_ms::float8, due.held::int, EXISTS (SELECT FROM taken) AS is_taken FROM due`.execute(db);
  let [row] = (await take()).rows;
  if (!row || row.held < buckets.length) {
    await sql`INSERT INTO quota_buckets (key, tat) SELECT unnest(${buckets.map(({ key }) => key)}::text[]), app_now() ON CONFLICT (key) DO NOTHING`.execute(db);
    [row] = (await take()).rows;
  }
  return { waitMs: row?.wait_ms ?? 0, isTaken: row?.is_taken ?? false };
}

/** Blocks a bucket for this time, after Google reported too many calls. */
export async function blockBucket(db: Db, key: string, ms: number): Promise<void> {
  await sql`
    INSERT INTO quota_buckets (key, tat, sleeps_until) VALUES (${key}, app_now(), app_now() + make_interval(secs => ${ms}::float8 / 1000))
    ON CONFLICT (key) DO UPDATE SET sleeps_until = excluded.sleeps_until`.execute(db);
}

/** Deletes people's buckets that have been full for a day. */
export async function deleteOldBuckets(db: Db): Promise<void> {
  await sql`DELETE FROM quota_buckets WHERE tat < app_now() - interval '1 day' AND (sleeps_until IS NULL OR sleeps_until < app_now())`.execute(db);
}
