import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export interface Intent {
  local_id: number;
  sent_at: Date;
  refused_at: Date | null;
  /** Sent so long ago that no list lags behind it any more. */
  is_settled: boolean;
}

/** What is about to be made at Google, or was and its answer never came. */
export async function listIntents(db: Db, sourceId: number, kind: string, localIds: readonly number[]): Promise<Map<number, Intent>> {
  const { rows } = await sql<Intent>`
    SELECT local_id, sent_at, refused_at, sent_at < app_now() - interval '2 minutes' AS is_settled FROM sync_intents
     WHERE source_id = ${sourceId} AND kind = ${kind} AND local_id = ANY(${[...localIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.local_id, row]));
}

/**
 * Keeps, before the calls, that these are being made. One whose answer may still be found in a list that lags keeps its time, since
 * it is looked for and not made again.
 */
export async function insertIntents(tx: Tx, sourceId: number, kind: string, localIds: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO sync_intents (source_id, kind, local_id, sent_at) SELECT ${sourceId}, ${kind}, unnest(${[...localIds]}::bigint[]), app_now()
    ON CONFLICT (source_id, kind, local_id) DO UPDATE
       SET sent_at = CASE WHEN sync_intents.refused_at IS NULL AND sync_intents.sent_at > app_now() - interval '2 minutes' THEN sync_intents.sent_at ELSE app_now() END,
           refused_at = NULL`.execute(tx);
}

/** Google does not take this one as it is. */
export async function refuseIntent(tx: Tx, sourceId: number, kind: string, localId: number): Promise<void> {
  await sql`
    INSERT INTO sync_intents (source_id, kind, local_id, sent_at, refused_at) VALUES (${sourceId}, ${kind}, ${localId}, app_now(), app_now())
    ON CONFLICT (source_id, kind, local_id) DO UPDATE SET refused_at = app_now()`.execute(tx);
}

export async function deleteIntents(tx: Tx, sourceId: number, kind: string, localIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM sync_intents WHERE source_id = ${sourceId} AND kind = ${kind} AND local_id = ANY(${[...localIds]}::bigint[])`.execute(tx);
}
