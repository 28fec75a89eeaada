import type { NotificationKind } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { columns, isTheirs, type NotificationRow, withNames } from './queries.ts';

/** The age at which an unsent email is outdated and is dropped. */
const LATEST = sql.lit('2 days');

/**
 * Claims the due emails of at most this many people, so that no other process takes them; rows locked by another
 * process are skipped. Returns the notifications to email, by person.
 */
export async function claimDue(tx: Tx, mostPeople: number): Promise<{ account_id: number; ids: number[] }[]> {
  const { rows } = await sql<{ account_id: number; ids: number[] }>`
    WITH due AS (
      SELECT id, mail_at FROM notifications
       WHERE read_at IS NULL AND mail_at <= (SELECT app_now())
         AND account_id IN (SELECT account_id FROM notifications WHERE read_at IS NULL AND mail_at <= (SELECT app_now()) GROUP BY account_id ORDER BY min(mail_at), account_id LIMIT ${mostPeople})
       ORDER BY id FOR UPDATE SKIP LOCKED),
    claimed AS (
      UPDATE notifications SET mail_at = NULL, mailed_at = app_now() FROM due WHERE notifications.id = due.id
      RETURNING notifications.id, notifications.account_id, due.mail_at)
    SELECT account_id, coalesce(array_agg(id ORDER BY id) FILTER (WHERE mail_at > app_now() - interval ${LATEST}), '{}') AS ids
      FROM claimed GROUP BY account_id ORDER BY account_id`.execute(tx);
  return rows;
}

/** The current recipient of an email; null if there is none. */
export interface Addressee {
  first_name: string;
  last_name: string;
  email: string;
  school_id: number | null;
  school_name: string | null;
}

export async function findAddressee(db: Db, accountId: number): Promise<Addressee | null> {
  const { rows } = await sql<Addressee>`
    SELECT people.first_name, people.last_name, people.email, people.school_id, schools.school_name
      FROM people LEFT JOIN schools ON schools.id = people.school_id
     WHERE people.id = ${accountId} AND people.status AND people.email <> '' AND people.is_mailable`.execute(db);
  return rows[0] ?? null;
}

/**
 * Lists the claimed notifications that are still to be emailed: unread, chosen, and of a class that the person is in.
 * They are in the order in which they were created.
 */
export async function listToMail(db: Db, accountId: number, ids: readonly number[], unmailed: readonly NotificationKind[]): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    SELECT ${columns} FROM notifications ${withNames}
      LEFT JOIN notification_preferences chosen ON chosen.account_id = notifications.account_id AND chosen.kind = notifications.kind
     WHERE notifications.account_id = ${accountId} AND notifications.id = ANY(${[...ids]}::bigint[]) AND notifications.read_at IS NULL
       AND coalesce(chosen.mail <> 'never', notifications.kind <> ALL(${[...unmailed]}::text[]))
       AND ${isTheirs}
     ORDER BY notifications.id`.execute(db);
  return rows;
}
