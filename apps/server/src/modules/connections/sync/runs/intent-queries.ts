import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { ListLagging } from '../classroom/list-lagging.ts';

export interface Intent {
  local_id: number;
  sent_at: Date;
  refused_at: Date | null;
  /** True when it was sent so long ago that no list still lags behind it. */
  is_settled: boolean;
}

/** Returns things that are about to be created at Google, or whose response was lost. */
export async function listIntents(db: Db, sourceId: number, kind: string, localIds: readonly number[]): Promise<Map<number, Intent>> {
  const { rows } = await sql<Intent>`
    SELECT local_id, sent_at, refused_at, sent_at < app_now() - interval '2 minutes' AS is_settled FROM sync_intents
     WHERE source_id = ${sourceId} AND kind = ${kind} AND local_id = ANY(${[...localIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.local_id, row]));
}

/**
 * Stores, before the call, that something is being created. One whose result may still appear in a lagging list keeps
 * its time, since it is looked up and not created again. `known`: the state when it was not found there. @throws
 * ListLagging if another run has created it since, or is creating it
 */
export async function beginIntent(tx: Tx, { sourceId, classLinkId, kind, localId }: Making, known: Intent | null): Promise<void> {
  const { rows } = await sql`
    SELECT FROM external_links WHERE source_id = ${sourceId} AND kind = ${kind} AND parent_id = ${classLinkId} AND local_id = ${localId}
    UNION ALL
    SELECT FROM sync_intents
     WHERE source_id = ${sourceId} AND kind = ${kind} AND local_id = ${localId} AND refused_at IS NULL
       AND date_trunc('milliseconds', sent_at) IS DISTINCT FROM ${known?.sent_at ?? null}::timestamptz`.execute(tx);
  if (rows.length > 0) throw new ListLagging('another run makes it');
  await sql`
    INSERT INTO sync_intents (source_id, kind, local_id, sent_at) VALUES (${sourceId}, ${kind}, ${localId}, app_now())
    ON CONFLICT (source_id, kind, local_id) DO UPDATE
       SET sent_at = CASE WHEN sync_intents.refused_at IS NULL AND sync_intents.sent_at > app_now() - interval '2 minutes' THEN sync_intents.sent_at ELSE app_now() END,
           refused_at = NULL`.execute(tx);
}

interface Making {
  sourceId: number;
  /** The link of its class. */
  classLinkId: number;
  kind: string;
  localId: number;
}

/** Records that Google refuses this one in its current form. */
export async function refuseIntent(tx: Tx, sourceId: number, kind: string, localId: number): Promise<void> {
  await sql`
    INSERT INTO sync_intents (source_id, kind, local_id, sent_at, refused_at) VALUES (${sourceId}, ${kind}, ${localId}, app_now(), app_now())
    ON CONFLICT (source_id, kind, local_id) DO UPDATE SET refused_at = app_now()`.execute(tx);
}

export async function deleteIntents(tx: Tx, sourceId: number, kind: string, localIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM sync_intents WHERE source_id = ${sourceId} AND kind = ${kind} AND local_id = ANY(${[...localIds]}::bigint[])`.execute(tx);
}
