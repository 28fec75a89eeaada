import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export interface DueRow {
  account_id: number;
  school_id: number | null;
  /** The Monday on which the report is sent, and the days of the week before it. */
  monday: string;
  first_day: string;
  last_day: string;
}

/**
 * Returns people who chose the weekly report and have not got the last one yet: from seven on Monday morning to the end
 * of Tuesday, by the clock of their school. Ordered by id, starting after `after`.
 */
export async function listDue(db: Db, kind: string, after: number, most: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    SELECT due.account_id, due.school_id, due.monday, due.monday - 7 AS first_day, due.monday - 1 AS last_day
      FROM (SELECT person.id AS account_id, person.school_id, here.at AS here_at, date_trunc('week', here.at)::date AS monday
              FROM notification_preferences chosen JOIN people person ON person.id = chosen.account_id AND person.status
              LEFT JOIN schools school ON school.id = person.school_id
              CROSS JOIN LATERAL (SELECT (SELECT app_now()) AT TIME ZONE coalesce(school.time_zone, 'UTC') AS at) here
             WHERE chosen.kind = ${kind} AND chosen.mail <> 'never' AND person.id > ${after}) due
     WHERE due.here_at BETWEEN due.monday + time '07:00' AND due.monday + 2 + time '00:00'
       AND NOT EXISTS (SELECT 1 FROM notifications told WHERE told.account_id = due.account_id AND told.key = ${kind} || ':' || due.monday)
     ORDER BY due.account_id LIMIT ${most}`.execute(db);
  return rows;
}

/**
 * Locks the choice of one person until commit, so that the report is sent once and as it was chosen. Null: it is no
 * longer due.
 */
export async function lockDue(tx: Tx, kind: string, accountId: number): Promise<DueRow | null> {
  await sql`SELECT FROM notification_preferences WHERE account_id = ${accountId} AND kind = ${kind} FOR UPDATE`.execute(tx);
  const [due] = await listDue(tx, kind, accountId - 1, 1);
  return due?.account_id === accountId ? due : null;
}
