import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';

export type Feed = 'work' | 'people';

/** A registration to request, for the first time or for another week. */
export interface WantedRow {
  link_id: number;
  feed: Feed;
  course: string;
  /** The connections that see the class and may register, the owner's first. */
  connection_ids: number[];
}

/** The condition that the school of `source` has automatic sync, hourly by default, as in `scheduleOf`. */
export const isSynced = sql`source.archived_at IS NULL AND coalesce(source.settings ->> 'schedule', '') <> 'off'`;

/**
 * Returns due registrations of linked classes: missing, with another topic, close to their end, or refused a while ago.
 */
export async function listWanted(db: Db, { topic, scope, most }: { topic: string; scope: string; most: number }): Promise<WantedRow[]> {
  const { rows } = await sql<WantedRow>`
    SELECT link.id AS link_id, feed.feed, link.external_id AS course, seen.ids AS connection_ids
      FROM external_sources source
      JOIN external_links link ON link.source_id = source.id AND link.kind = 'class' AND link.parent_id IS NULL AND link.state = 'linked'
      JOIN class_facts course ON course.id = link.local_id AND course.archived_at IS NULL
      CROSS JOIN (VALUES ('work'), ('people')) AS feed (feed)
      LEFT JOIN sync_registrations kept ON kept.link_id = link.id AND kept.feed = feed.feed
      CROSS JOIN LATERAL (
        SELECT array_agg(connection.id ORDER BY (connection.subject = link.facts ->> 'ownerId') DESC, connection.id) AS ids
          FROM sync_connections connection JOIN people account ON account.id = connection.account_id AND account.status AND account.school_id = source.school_id
         WHERE connection.source_id = source.id AND connection.state = 'ok' AND ${scope} = ANY(connection.scopes)
           AND link.facts -> 'seenBy' @> to_jsonb(connection.id)) seen
     WHERE source.kind = 'google_classroom' AND ${isSynced} AND seen.ids IS NOT NULL
       AND (kept.id IS NULL OR kept.topic <> ${topic} OR kept.next_at <= app_now() OR (kept.external_id IS NOT NULL AND kept.connection_id <> ALL(seen.ids)))
     ORDER BY link.id, feed.feed LIMIT ${most}`.execute(db);
  return rows;
}

export interface Registered {
  connectionId: number;
  externalId: string;
  expiresAt: Date;
}

/** The time before its end at which a registration is renewed. */
const BEFORE = sql`interval '2 days'`;

/** Stores a registration. One that was renewed before its end counts as uninterrupted. */
export async function saveRegistration(
  tx: Tx,
  { link_id, feed, course }: WantedRow,
  topic: string,
  { connectionId, externalId, expiresAt }: Registered,
): Promise<void> {
  await sql`
    INSERT INTO sync_registrations AS kept (link_id, feed, course_external_id, topic, connection_id, external_id, since, expires_at, next_at)
    SELECT link.id, ${feed}, ${course}, ${topic}, ${connectionId}, ${externalId}, app_now(), ${expiresAt}, greatest(${expiresAt}::timestamptz - ${BEFORE}, app_now() + interval '1 hour')
      FROM external_links link WHERE link.id = ${link_id}
    ON CONFLICT (link_id, feed) DO UPDATE
       SET course_external_id = excluded.course_external_id, topic = excluded.topic, connection_id = excluded.connection_id, external_id = excluded.external_id,
           expires_at = excluded.expires_at, next_at = excluded.next_at, failure = NULL,
           since = CASE WHEN kept.connection_id = excluded.connection_id AND kept.topic = excluded.topic AND kept.expires_at > app_now() THEN kept.since ELSE excluded.since END`.execute(
    tx,
  );
}

/** Records that Google refused it, for an hour. In that time the class is read on schedule. */
export async function refuseRegistration(tx: Tx, { link_id, feed, course }: WantedRow, topic: string, connectionId: number, failure: string): Promise<void> {
  await sql`
    INSERT INTO sync_registrations (link_id, feed, course_external_id, topic, connection_id, next_at, failure)
    SELECT link.id, ${feed}, ${course}, ${topic}, ${connectionId}, app_now() + interval '1 hour', ${failure} FROM external_links link WHERE link.id = ${link_id}
    ON CONFLICT (link_id, feed) DO UPDATE
       SET topic = excluded.topic, connection_id = excluded.connection_id, external_id = NULL, since = NULL, expires_at = NULL, next_at = excluded.next_at, failure = excluded.failure`.execute(
    tx,
  );
}

/** Schedules another request, since Google was unavailable: the existing registration continues until then. */
export async function postponeRegistration(tx: Tx, { link_id, feed, course }: WantedRow, topic: string, connectionId: number): Promise<void> {
  await sql`
    INSERT INTO sync_registrations (link_id, feed, course_external_id, topic, connection_id, next_at)
    SELECT link.id, ${feed}, ${course}, ${topic}, ${connectionId}, app_now() + interval '5 minutes' FROM external_links link WHERE link.id = ${link_id}
    ON CONFLICT (link_id, feed) DO UPDATE SET next_at = excluded.next_at`.execute(tx);
}

export interface UnusedRegistrationRow {
  id: number;
  connection_id: number;
  external_id: string | null;
}

/** Returns registrations that are no longer needed. */
export async function listUnusedRegistrations(db: Db, most: number): Promise<UnusedRegistrationRow[]> {
  const { rows } = await sql<UnusedRegistrationRow>`
    SELECT kept.id, kept.connection_id,
           CASE WHEN NOT EXISTS (SELECT FROM sync_registrations other WHERE other.external_id = kept.external_id AND other.id <> kept.id) THEN kept.external_id END AS external_id
      FROM sync_registrations kept LEFT JOIN external_links link ON link.id = kept.link_id
      LEFT JOIN external_sources source ON source.id = link.source_id LEFT JOIN class_facts course ON course.id = link.local_id
     WHERE link.id IS NULL OR link.state <> 'linked' OR course.id IS NULL OR course.archived_at IS NOT NULL OR NOT (${isSynced})
     ORDER BY kept.id LIMIT ${most}`.execute(db);
  return rows;
}

export async function deleteRegistration(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM sync_registrations WHERE id = ${id}`.execute(db);
}

/** Deletes a connection's registrations: Google ends them with the consent. */
export async function deleteRegistrations(tx: Tx, connectionId: number): Promise<void> {
  await sql`DELETE FROM sync_registrations WHERE connection_id = ${connectionId}`.execute(tx);
}

/** Deletes the same of all connections that no longer work. */
export async function deleteDeadRegistrations(db: Db): Promise<void> {
  await sql`
    DELETE FROM sync_registrations kept USING sync_connections connection, people account, external_sources source
     WHERE connection.id = kept.connection_id AND account.id = connection.account_id AND source.id = connection.source_id
       AND (connection.state <> 'ok' OR NOT account.status OR account.school_id IS DISTINCT FROM source.school_id)`.execute(db);
}

const isLive = (topic: string) => sql`
  kept.topic = ${topic} AND kept.external_id IS NOT NULL AND kept.expires_at > app_now() AND link.facts -> 'seenBy' @> to_jsonb(kept.connection_id)
  AND EXISTS (SELECT FROM sync_connections connection WHERE connection.id = kept.connection_id AND connection.state = 'ok')`;

export interface CoveredRow {
  link_id: number;
  /** The time since which no notification was missed. */
  since: Date;
  swept_at: string | null;
  read_from: string | null;
}

/** Returns the given classes for which Google sends all notifications, through a connection that still sees them. */
export async function listCovered(db: Db, linkIds: readonly number[], topic: string): Promise<CoveredRow[]> {
  const { rows } = await sql<CoveredRow>`
    SELECT link.id AS link_id, max(kept.since) AS since, link.facts ->> 'sweptAt' AS swept_at, link.facts ->> 'readFrom' AS read_from
      FROM external_links link JOIN sync_registrations kept ON kept.link_id = link.id AND ${isLive(topic)}
     WHERE link.id = ANY(${[...linkIds]}::bigint[]) GROUP BY link.id HAVING count(*) = 2`.execute(db);
  return rows;
}

/** Counts the linked classes of a school, or (not null) of one of its teachers, and those with notifications. */
export async function countCovered(
  db: Db,
  { sourceId, accountId, topic }: { sourceId: number; accountId: number | null; topic: string },
): Promise<{ classes: number; told: number }> {
  const { rows } = await sql<{ classes: number; told: number }>`
    SELECT count(*)::int AS classes,
           count(*) FILTER (WHERE (SELECT count(*) FROM sync_registrations kept WHERE kept.link_id = link.id AND ${isLive(topic)}) = 2)::int AS told
      FROM external_links link
     WHERE link.source_id = ${sourceId} AND link.kind = 'class' AND link.parent_id IS NULL AND link.state = 'linked' AND link.local_id IS NOT NULL
       AND (${accountId}::bigint IS NULL OR EXISTS (SELECT FROM class_staff staff WHERE staff.course_id = link.local_id AND staff.account_id = ${accountId}))`.execute(
    db,
  );
  return rows[0] ?? { classes: 0, told: 0 };
}
