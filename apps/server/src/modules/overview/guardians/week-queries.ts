import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/** Says whether a school offers guardians the weekly email. */
export async function offersWeek(db: Db, schoolId: number | null): Promise<boolean> {
  const { rows } = await sql`SELECT FROM guardian_rules WHERE school_id = ${schoolId} AND weekly`.execute(db);
  return rows.length > 0;
}

export async function saveRules(tx: Tx, schoolId: number, weekly: boolean): Promise<void> {
  await sql`
    INSERT INTO guardian_rules (school_id, weekly) VALUES (${schoolId}, ${weekly}) ON CONFLICT (school_id) DO UPDATE SET weekly = excluded.weekly`.execute(tx);
}

export interface DueGuardianRow {
  account_id: number;
  /** The Friday of the report. */
  friday: string;
}

/**
 * Returns guardians who chose the weekly report at a school that offers it, and have not got the one of this week: from
 * four on Friday afternoon to the end of Saturday, by the clock of their school. Ordered by id, starting after `after`.
 */
export async function listDueGuardians(db: Db, kind: string, after: number, most: number): Promise<DueGuardianRow[]> {
  const { rows } = await sql<DueGuardianRow>`
    SELECT due.account_id, due.friday
      FROM (SELECT person.id AS account_id, here.at AS here_at, date_trunc('week', here.at)::date + 4 AS friday
              FROM notification_preferences chosen JOIN people person ON person.id = chosen.account_id AND person.status
              JOIN guardian_rules rules ON rules.school_id = person.school_id AND rules.weekly
              JOIN schools school ON school.id = person.school_id
              CROSS JOIN LATERAL (SELECT (SELECT app_now()) AT TIME ZONE coalesce(school.time_zone, 'UTC') AS at) here
             WHERE chosen.kind = ${kind} AND chosen.mail <> 'never' AND person.id > ${after}) due
     WHERE due.here_at BETWEEN due.friday + time '16:00' AND due.friday + 2 + time '00:00'
       AND NOT EXISTS (SELECT 1 FROM notifications told WHERE told.account_id = due.account_id AND told.key LIKE ${kind} || ':' || due.friday || ':%')
     ORDER BY due.account_id LIMIT ${most}`.execute(db);
  return rows;
}

/** Locks the choice of one guardian until commit, so that the report is sent once. Null: it is no longer due. */
export async function lockDueGuardian(tx: Tx, kind: string, accountId: number): Promise<DueGuardianRow | null> {
  await sql`SELECT FROM notification_preferences WHERE account_id = ${accountId} AND kind = ${kind} FOR UPDATE`.execute(tx);
  const [due] = await listDueGuardians(tx, kind, accountId - 1, 1);
  return due?.account_id === accountId ? due : null;
}

/** Lists the titles of the works that a student handed in, and of those that came back, in the seven days until now. */
export async function listWeek(db: Db, accountId: number): Promise<{ title: string; is_back: boolean }[]> {
  const { rows } = await sql<{ title: string; is_back: boolean }>`
    SELECT works.title, submission_facts.state = 'RETURNED' AS is_back
      FROM submission_facts
      JOIN work_facts works ON works.id = submission_facts.course_work_id AND works.is_posted
      JOIN class_students ON class_students.course_id = works.course_id AND class_students.account_id = submission_facts.account_id
     WHERE submission_facts.account_id = ${accountId} AND submission_facts.assigned_at IS NOT NULL
       AND ((submission_facts.state = 'TURNED_IN' AND submission_facts.turned_in_at > app_now() - interval '7 days')
         OR (submission_facts.state = 'RETURNED' AND submission_facts.returned_at > app_now() - interval '7 days'))
     ORDER BY greatest(submission_facts.turned_in_at, submission_facts.returned_at) DESC, works.id`.execute(db);
  return rows;
}
