import type { CalendarEventView } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/** The first and last day of the calendar's range, both included. */
export interface Days {
  from: string;
  to: string;
}

/** Returns the time zone of the person's school, with its current day and instant. */
export async function findToday(db: Db, schoolId: number | null): Promise<{ time_zone: string; today: string }> {
  const { rows } = await sql<{ time_zone: string; today: string }>`
    SELECT zone.name AS time_zone, to_char(app_now() AT TIME ZONE zone.name, 'YYYY-MM-DD') AS today
      FROM (SELECT coalesce((SELECT time_zone FROM schools WHERE id = ${schoolId}), first_school_zone(), 'UTC') AS name) zone`.execute(db);
  return rows[0] as { time_zone: string; today: string };
}

export interface EventRow {
  kind: CalendarEventView['kind'];
  id: number;
  course_id: number;
  course_name: string;
  title: string;
  day: string;
  /** The start as "HH:MM" in the school's time zone. */
  starts: string | null;
  ends: string | null;
  /** The start as an instant. */
  starts_at: Date | null;
  ends_at: Date | null;
  state: CalendarEventView['state'];
  is_staff: boolean;
  /** True for a lesson that has been run. */
  was_run: boolean;
  created_at: Date;
  updated_at: Date;
}

/**
 * Returns due work and lessons of the person's active classes, by day and time. Students get only posted work that is
 * theirs. Work that belongs to a scheduled lesson is shown as the lesson. At most `limit` events.
 */
export async function listEvents(db: Db, accountId: number, { from, to }: Days, limit: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    WITH place AS (
      SELECT class_facts.id AS course_id, class_facts.name AS course_name, schools.time_zone,
             (app_now() AT TIME ZONE schools.time_zone)::date AS today,
             EXISTS (SELECT FROM class_staff WHERE class_staff.course_id = class_facts.id AND class_staff.account_id = ${accountId}) AS is_staff
        FROM class_people JOIN class_facts ON class_facts.id = class_people.course_id JOIN schools ON schools.id = class_facts.school_id
       WHERE class_people.account_id = ${accountId} AND class_facts.is_active),
    work AS (
      SELECT 'work' AS kind, work.id, place.course_id, place.course_name, work.title, work.due_on AS day, work.due_time AS starts, NULL::time AS ends,
             place.time_zone,
             CASE WHEN place.is_staff THEN CASE WHEN work.due_at < app_now() THEN 'done' ELSE 'open' END
                  WHEN own.state <> 'CREATED' OR own.excused THEN 'done'
                  WHEN is_overdue(own.state, own.excused, work.due_at, work.posted_at, own.assigned_at, app_now()) THEN 'missed' ELSE 'open' END AS state,
             place.is_staff, false AS was_run, work.created_at, work.updated_at
        FROM place JOIN work_facts work ON work.course_id = place.course_id
        LEFT JOIN submission_facts own ON own.course_work_id = work.id AND own.account_id = ${accountId} AND own.assigned_at IS NOT NULL
       WHERE work.is_posted AND work.due_on BETWEEN ${from}::date AND ${to}::date
         AND (place.is_staff OR own.id IS NOT NULL)
         AND NOT EXISTS (SELECT FROM assessments WHERE assessments.id = work.assessment_id AND assessments.schedule_date IS NOT NULL)),
    lesson AS (
      SELECT 'lesson' AS kind, assessment.id, place.course_id, place.course_name, assessment.title, happens.day,
             CASE WHEN happens.day = assessment.schedule_date THEN period.start_time END AS starts,
             CASE WHEN happens.day = assessment.schedule_date THEN period.end_time END AS ends, place.time_zone,
             CASE run.state WHEN 'running' THEN 'running' WHEN 'finished' THEN 'done'
                  ELSE CASE WHEN happens.day < place.today THEN 'missed' ELSE 'open' END END AS state,
             place.is_staff, run.id IS NOT NULL AS was_run, assessment.created_at, assessment.updated_at
        FROM place JOIN assessments assessment ON assessment.class_id = place.course_id
        LEFT JOIN live_runs run ON run.assessment_id = assessment.id AND run.state <> 'canceled'
        LEFT JOIN assessment_periods period ON period.id = assessment.period_id
        CROSS JOIN LATERAL (
          SELECT CASE run.state WHEN 'running' THEN place.today WHEN 'finished' THEN (run.ended_at AT TIME ZONE place.time_zone)::date
                      ELSE assessment.schedule_date END AS day) happens
       WHERE NOT assessment.is_archived AND happens.day BETWEEN ${from}::date AND ${to}::date),
    event AS (SELECT * FROM work UNION ALL SELECT * FROM lesson)
    SELECT kind, id, course_id, course_name, title, to_char(day, 'YYYY-MM-DD') AS day, to_char(starts, 'HH24:MI') AS starts, to_char(ends, 'HH24:MI') AS ends,
           (day + starts) AT TIME ZONE time_zone AS starts_at, (day + ends) AT TIME ZONE time_zone AS ends_at,
           state, is_staff, was_run, created_at, updated_at
      FROM event ORDER BY event.day, event.starts NULLS LAST, kind, title COLLATE natural_order, id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns the children of a guardian, by id. */
export async function listChildren(db: Db, guardianId: number): Promise<{ id: number; first_name: string }[]> {
  const { rows } = await sql<{ id: number; first_name: string }>`
    SELECT people.id, people.first_name FROM current_guardians tie JOIN people ON people.id = tie.child_id
     WHERE tie.guardian_id = ${guardianId} ORDER BY people.id`.execute(db);
  return rows;
}

/** Replaces an earlier address. Returns the time of creation. */
export async function replaceFeed(tx: Tx, accountId: number, secretHash: Buffer): Promise<Date> {
  await revokeFeed(tx, accountId);
  return (await tx.insertInto('calendar_feeds').values({ account_id: accountId, secret_hash: secretHash }).returning('created_at').executeTakeFirstOrThrow())
    .created_at;
}

export async function revokeFeed(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('calendar_feeds')
    .set({ revoked_at: sql<Date>`app_now()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Locks the person until commit, so that two new addresses created at the same time follow each other. */
export async function lockPerson(tx: Tx, accountId: number): Promise<void> {
  await sql`SELECT id FROM people WHERE id = ${accountId} FOR NO KEY UPDATE`.execute(tx);
}

export async function findFeed(db: Db, accountId: number): Promise<Date | null> {
  const row = await db.selectFrom('calendar_feeds').select('created_at').where('account_id', '=', accountId).where('revoked_at', 'is', null).executeTakeFirst();
  return row?.created_at ?? null;
}

/** Returns the person whose calendar an address opens, or null when it is no longer valid. */
export async function findFeedOwner(db: Db, secretHash: Buffer): Promise<{ accountId: number; schoolId: number | null } | null> {
  const { rows } = await sql<{ account_id: number; school_id: number | null }>`
    SELECT people.id AS account_id, people.school_id FROM calendar_feeds feed JOIN people ON people.id = feed.account_id
     WHERE feed.secret_hash = ${secretHash} AND feed.revoked_at IS NULL AND people.status`.execute(db);
  return rows[0] ? { accountId: rows[0].account_id, schoolId: rows[0].school_id } : null;
}
