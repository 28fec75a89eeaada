import type { MailWay, NotificationKind } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { Notice } from './notice.ts';

/** The wait before an immediate email; a notification read in that time is not emailed. */
const PATIENCE = sql.lit('2 minutes');
/** The end of a school's day, when daily emails are sent. */
const EVENING = sql.lit('17 hours');

/** The next end of a school's day, in its own time zone. */
const nextEvening = sql`
  (date_trunc('day', (now.at AT TIME ZONE coalesce(schools.time_zone, 'UTC')) + interval '1 day' - interval ${EVENING}) + interval ${EVENING})
    AT TIME ZONE coalesce(schools.time_zone, 'UTC')`;

/**
 * Notifies each of the people; an existing notification with the same key becomes new and moves to the top. Returns the
 * notified accounts: only active ones, once per notification. `usualMail`: how it is emailed to people who chose
 * nothing; null if no email is sent here.
 */
export async function upsertNotifications(
  tx: Tx,
  kind: NotificationKind,
  notices: readonly Omit<Notice, 'kind'>[],
  usualMail: MailWay | null,
): Promise<number[]> {
  const given = notices.map(({ key, accountIds, courseId = null, actorId = null, params = {}, path }) => ({
    key,
    account_ids: [...new Set(accountIds)],
    course_id: courseId,
    actor_id: actorId,
    params,
    path,
  }));
  const { rows } = await sql<{ account_id: number }>`
    WITH now AS MATERIALIZED (SELECT app_now() AS at)
    INSERT INTO notifications (account_id, kind, key, course_id, actor_id, params, path, created_at, mail_at)
    SELECT people.id, ${kind}, notice.key, notice.course_id, notice.actor_id, notice.params, notice.path, now.at,
           CASE WHEN ${usualMail}::text IS NULL THEN NULL
                ELSE CASE coalesce(chosen.mail, ${usualMail}) WHEN 'now' THEN now.at + interval ${PATIENCE} WHEN 'daily' THEN ${nextEvening} END END
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
             AS (key text, account_ids bigint[], course_id bigint, actor_id bigint, params jsonb, path text)) WITH ORDINALITY
             AS notice (key, account_ids, course_id, actor_id, params, path, place)
     CROSS JOIN unnest(notice.account_ids) told
      JOIN people ON people.id = told AND people.status
     CROSS JOIN now
      LEFT JOIN schools ON schools.id = people.school_id
      LEFT JOIN notification_preferences chosen ON chosen.account_id = people.id AND chosen.kind = ${kind}
     ORDER BY notice.place, people.id
    ON CONFLICT (account_id, key) DO UPDATE
       SET id = DEFAULT, kind = excluded.kind, course_id = excluded.course_id, actor_id = excluded.actor_id, params = excluded.params, path = excluded.path,
           created_at = excluded.created_at, read_at = NULL, mailed_at = NULL, mail_at = excluded.mail_at
    RETURNING account_id`.execute(tx);
  return rows.map(({ account_id }) => account_id);
}

/** Withdraws notifications from everybody or from some people. Returns the accounts, once per notification. */
export async function deleteNotifications(tx: Tx, keys: readonly string[], accountIds: readonly number[] | 'all'): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    DELETE FROM notifications WHERE key = ANY(${[...keys]}::text[]) ${accountIds === 'all' ? sql`` : sql`AND account_id = ANY(${[...accountIds]}::bigint[])`}
    RETURNING account_id`.execute(tx);
  return rows.map(({ account_id }) => account_id);
}

/**
 * Shows notifications about a class only to its current people; those that invite into a class or concern a class
 * request, to their recipients.
 */
export const isTheirs = sql`
  (notifications.course_id IS NULL OR notifications.kind IN ('invitation', 'invitation-accepted', 'class-requested', 'class-request-decided')
    OR EXISTS (SELECT 1 FROM class_people WHERE class_people.course_id = notifications.course_id AND class_people.account_id = notifications.account_id))`;

export interface NotificationRow {
  id: number;
  kind: NotificationKind;
  params: Record<string, string | number>;
  path: string;
  created_at: Date;
  read_at: Date | null;
  class_name: string | null;
  actor_name: string | null;
}

/** The columns of `NotificationRow`. */
export const columns = sql`
  notifications.id, notifications.kind, notifications.params, notifications.path, notifications.created_at, notifications.read_at,
  class_names.name AS class_name, nullif(actors.full_name, '') AS actor_name`;
export const withNames = sql`
  LEFT JOIN class_names ON class_names.id = notifications.course_id LEFT JOIN people actors ON actors.id = notifications.actor_id`;

/** Lists somebody's notifications, newest first. */
export async function listNotifications(
  db: Db,
  accountId: number,
  { before, limit, unread }: { before: number | null; limit: number; unread: boolean },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    SELECT ${columns} FROM notifications ${withNames}
     WHERE notifications.account_id = ${accountId} ${before === null ? sql`` : sql`AND notifications.id < ${before}`}
       ${unread ? sql`AND notifications.read_at IS NULL` : sql``} AND ${isTheirs}
     ORDER BY notifications.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Counts the unread notifications and lists their paths, looking at a limited number of the newest. */
export async function findUnread(db: Db, accountId: number, most: number): Promise<{ unread: number; paths: string[] }> {
  const { rows } = await sql<{ unread: number; paths: string[] }>`
    SELECT count(*)::integer AS unread, coalesce(array_agg(DISTINCT path), '{}') AS paths FROM (
      SELECT path FROM notifications WHERE account_id = ${accountId} AND read_at IS NULL AND ${isTheirs} ORDER BY id DESC LIMIT ${most}) newest`.execute(db);
  return rows[0] ?? { unread: 0, paths: [] };
}

type Which = { ids: readonly number[] } | { upTo: number } | { paths: readonly string[] };
function named(which: Which): RawBuilder<unknown> {
  if ('ids' in which) return sql`id = ANY(${[...which.ids]}::bigint[])`;
  return 'paths' in which ? sql`path = ANY(${[...which.paths]}::text[])` : sql`id <= ${which.upTo}`;
}

/**
 * Marks notifications as read, all at one instant. Returns that instant, to the microsecond, and the number changed;
 * null if none was.
 */
export async function markRead(tx: Tx, accountId: number, which: Which): Promise<{ read_at: string; count: number } | null> {
  const { rows } = await sql<{ read_at: string | null; count: number }>`
    WITH now AS MATERIALIZED (SELECT app_now() AS at),
         held AS (SELECT id FROM notifications WHERE account_id = ${accountId} AND read_at IS NULL AND ${named(which)} ORDER BY id FOR UPDATE),
         changed AS (UPDATE notifications SET read_at = now.at FROM now, held WHERE notifications.id = held.id RETURNING read_at)
    SELECT to_char(min(read_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS read_at, count(*)::integer AS count FROM changed`.execute(tx);
  const [row] = rows;
  return row?.read_at ? { read_at: row.read_at, count: row.count } : null;
}

/**
 * Marks notifications as unread again: those listed, or those read at one instant. Notifications whose time to be
 * emailed has passed are not emailed. Returns the number changed.
 */
export async function markUnread(tx: Tx, accountId: number, which: { ids: readonly number[] } | { readAt: string }): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    UPDATE notifications SET read_at = NULL, mail_at = CASE WHEN mail_at > app_now() THEN mail_at END
     WHERE id IN (SELECT id FROM notifications
                   WHERE account_id = ${accountId} AND ${'ids' in which ? sql`id = ANY(${[...which.ids]}::bigint[]) AND read_at IS NOT NULL` : sql`read_at = ${which.readAt}::timestamptz`}
                   ORDER BY id FOR UPDATE)
    RETURNING id`.execute(tx);
  return rows.length;
}

/**
 * Deletes a limited number of old notifications: read ones sooner, all of them eventually. Returns the number. The
 * clock is read once, otherwise no index would be used.
 */
export async function deleteOldNotifications(db: Db, days: { read: number; all: number }, most: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM notifications WHERE id = ANY(ARRAY(
      (SELECT id FROM notifications WHERE read_at < app_moment() - make_interval(days => ${days.read}) ORDER BY read_at LIMIT ${most})
      UNION
      (SELECT id FROM notifications WHERE created_at < app_moment() - make_interval(days => ${days.all}) ORDER BY created_at LIMIT ${most})))
    RETURNING id`.execute(db);
  return rows.length;
}

/** Returns somebody's choices, by kind. */
export async function listPreferences(db: Db, accountId: number): Promise<Map<string, MailWay>> {
  const rows = await db.selectFrom('notification_preferences').select(['kind', 'mail']).where('account_id', '=', accountId).execute();
  return new Map(rows.map(({ kind, mail }) => [kind, mail as MailWay]));
}

/** Saves somebody's choices; null removes a choice. */
export async function savePreferences(tx: Tx, accountId: number, chosen: ReadonlyMap<string, MailWay | null>): Promise<void> {
  const kept = [...chosen].flatMap(([kind, mail]) => (mail === null ? [] : [{ account_id: accountId, kind, mail }]));
  const dropped = [...chosen].flatMap(([kind, mail]) => (mail === null ? [kind] : []));
  if (dropped.length > 0) await tx.deleteFrom('notification_preferences').where('account_id', '=', accountId).where('kind', 'in', dropped).execute();
  if (kept.length > 0)
    await tx
      .insertInto('notification_preferences')
      .values(kept)
      .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet({ mail: (excluded) => excluded.ref('excluded.mail') }))
      .execute();
}
