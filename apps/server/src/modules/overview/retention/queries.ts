import type { HoldView, RetentionRun, Term } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';
import { asTable, type Due, isOfDue, isOfSchool } from '../../../platform/personal-data/retain-queries.ts';
import type { Period } from './school-year.ts';

/** A school with its day and hour; all are null for accounts without a school. */
export interface SchoolNow {
  id: number | null;
  name: string | null;
  time_zone: string;
  today: string;
  hour: number;
  /** The day from which the job deletes. */
  begins_on: string;
}

const schoolsNow = sql`
  SELECT school.id, school.school_name AS name, school.time_zone, (app_now() AT TIME ZONE school.time_zone)::date::text AS today,
         extract(hour FROM app_now() AT TIME ZONE school.time_zone)::integer AS hour, installation.retention_from::text AS begins_on
    FROM installation, (SELECT id, school_name, coalesce(time_zone, 'UTC') AS time_zone FROM schools UNION ALL SELECT NULL, NULL, 'UTC') school`;

/** Returns the schools whose data ends by terms: all that are not suspended, and last the accounts without one. */
export async function listSchoolsNow(db: Db): Promise<SchoolNow[]> {
  const isOpen = sql`NOT EXISTS (SELECT FROM suspended_schools suspended WHERE suspended.school_id = school.id)`;
  return (await sql<SchoolNow>`${schoolsNow} WHERE ${isOpen} ORDER BY school.id NULLS LAST`.execute(db)).rows;
}

/** Returns the schools whose night is not done yet. */
export async function leaveOutDone(db: Db, schools: readonly SchoolNow[]): Promise<SchoolNow[]> {
  // OFFSET 0: asked for each school by the index, and not by looking through the nights of all years.
  const { rows } = await sql<{ place: number }>`
    SELECT night.place
      FROM unnest(${schools.map(({ id }) => id)}::bigint[], ${schools.map(({ today }) => today)}::date[], ${schools.map((_, place) => place)}::integer[])
             AS night (school_id, day, place)
      CROSS JOIN LATERAL (
        SELECT FROM retention_runs run WHERE run.school_id = night.school_id AND run.day = night.day AND run.done_at IS NOT NULL
        UNION ALL
        SELECT FROM retention_runs run WHERE night.school_id IS NULL AND run.school_id IS NULL AND run.day = night.day AND run.done_at IS NOT NULL
        OFFSET 0) done`.execute(db);
  const done = new Set(rows.map(({ place }) => place));
  return schools.filter((_, place) => !done.has(place));
}

/** Returns a school of the reach, the first where none is asked for. */
export async function findSchoolNow(db: Db | Tx, reach: Reach, id: number | undefined): Promise<(SchoolNow & { id: number; name: string }) | null> {
  const asked = id === undefined ? sql`true` : sql`school.id = ${id}`;
  const { rows } = await sql<
    SchoolNow & { id: number; name: string }
  >`${schoolsNow} WHERE school.id IS NOT NULL AND ${isInReach(reach, 'school.id')} AND ${asked} ORDER BY school.id LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

const periodsThatCount = sql`
  FROM marking_periods period JOIN marking_period_schools held ON held.marking_period_id = period.id WHERE period.active AND period.archived_at IS NULL`;

/** Returns the marking periods of a school, from which its school years follow. */
export async function listPeriods(db: Db | Tx, schoolId: number | null): Promise<Period[]> {
  const { rows } = await sql<Period>`
    SELECT period.start_date::text AS start, period.end_date::text AS end ${periodsThatCount} AND held.school_id = ${schoolId}`.execute(db);
  return rows;
}

/** Returns the marking periods of all schools that count. */
export async function listAllPeriods(db: Db): Promise<(Period & { school_id: number })[]> {
  const { rows } = await sql<Period & { school_id: number }>`
    SELECT held.school_id, period.start_date::text AS start, period.end_date::text AS end ${periodsThatCount}`.execute(db);
  return rows;
}

/** Returns the moments at which days begin in zones, in the order of the days. */
export async function listMidnights(db: Db | Tx, days: readonly { day: string; zone: string }[]): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    SELECT day.day::timestamp AT TIME ZONE day.zone AS at
      FROM unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ zone }) => zone)}::text[]) WITH ORDINALITY AS day (day, zone, place)
     ORDER BY day.place`.execute(db);
  return rows.map(({ at }) => at);
}

export async function listOwnTerms(db: Db | Tx, schoolId: number): Promise<Term[]> {
  const { rows } = await sql<{ term: Term }>`SELECT term FROM retention_terms WHERE school_id = ${schoolId}`.execute(db);
  return rows.map(({ term }) => term);
}

const holds = sql`
  SELECT hold.id, hold.account_id, hold.course_id, coalesce(person.full_name, class.name, '–') AS name, hold.reason, hold.until::text AS until,
         maker.full_name AS made_by, to_jsonb(hold.made_at) #>> '{}' AS made_at
    FROM retention_holds hold LEFT JOIN people person ON person.id = hold.account_id LEFT JOIN class_names class ON class.id = hold.course_id
    LEFT JOIN people maker ON maker.id = hold.made_by`;

/** Returns the holds of a school that last today, the one that ends first at the top. */
export async function listHolds(db: Db | Tx, schoolId: number): Promise<HoldView[]> {
  const { rows } = await sql<HoldView>`
    ${holds} WHERE hold.school_id = ${schoolId} AND hold.id IN (SELECT id FROM open_holds) ORDER BY hold.until, hold.id LIMIT 500`.execute(db);
  return rows;
}

/** Returns a hold of a reach that has not been ended, and locks it. */
export async function lockHold(tx: Tx, reach: Reach, id: number): Promise<HoldView | null> {
  const { rows } = await sql<HoldView>`
    ${holds} WHERE hold.id = ${id} AND hold.ended_at IS NULL AND ${isInReach(reach, 'hold.school_id')} FOR UPDATE OF hold`.execute(tx);
  return rows[0] ?? null;
}

export interface HeldThing {
  account_id: number | null;
  course_id: number | null;
  school_id: number | null;
  name: string;
  /** The day at the school. */
  today: string;
}

/** Returns the person or class of a reach that is to be held. */
export async function findHeldThing(db: Db | Tx, reach: Reach, { accountId, courseId }: { accountId: number | null; courseId: number | null }) {
  const source =
    accountId === null
      ? sql`SELECT NULL::bigint AS account_id, id AS course_id, school_id, name FROM class_names WHERE id = ${courseId}`
      : sql`SELECT id AS account_id, NULL::bigint AS course_id, school_id, full_name AS name FROM people WHERE id = ${accountId}`;
  const { rows } = await sql<HeldThing>`
    SELECT thing.*, (app_now() AT TIME ZONE coalesce(school.time_zone, 'UTC'))::date::text AS today
      FROM (${source}) thing LEFT JOIN schools school ON school.id = thing.school_id WHERE ${isInReach(reach, 'thing.school_id')}`.execute(db);
  return rows[0] ?? null;
}

export interface NewHold extends Pick<HeldThing, 'account_id' | 'course_id' | 'school_id'> {
  reason: string;
  until: string;
  madeBy: number;
}

/** Makes a hold, and ends one of the same person or class whose last day has passed. Returns null when one lasts. */
export async function insertHold(tx: Tx, { account_id, course_id, school_id, reason, until, madeBy }: NewHold): Promise<number | null> {
  await sql`
    UPDATE retention_holds SET ended_at = app_now() WHERE ended_at IS NULL AND id NOT IN (SELECT id FROM open_holds)
       AND (account_id = ${account_id} OR course_id = ${course_id})`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO retention_holds (school_id, account_id, course_id, reason, until, made_by)
    VALUES (${school_id}, ${account_id}, ${course_id}, ${reason}, ${until}::date, ${madeBy}) ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows[0]?.id ?? null;
}

export async function renewHold(tx: Tx, id: number, until: string): Promise<void> {
  await sql`UPDATE retention_holds SET until = ${until}::date WHERE id = ${id}`.execute(tx);
}

export async function endHold(tx: Tx, id: number, endedBy: number): Promise<void> {
  await sql`UPDATE retention_holds SET ended_at = app_now(), ended_by = ${endedBy} WHERE id = ${id}`.execute(tx);
}

/** Returns the latest nights of a school, the newest first. */
export async function listRuns(db: Db | Tx, schoolId: number): Promise<RetentionRun[]> {
  const { rows } = await sql<RetentionRun>`
    SELECT id, day::text AS day, done_at IS NOT NULL AS is_done, is_full, counts, people FROM retention_runs
     WHERE school_id = ${schoolId} ORDER BY day DESC LIMIT 30`.execute(db);
  return rows;
}

/** Begins the night of a school, or finds the one that was interrupted. Returns null when it is done. */
export async function beginRun(tx: Tx, schoolId: number | null, day: string): Promise<number | null> {
  await sql`INSERT INTO retention_runs (school_id, day) VALUES (${schoolId}, ${day}::date) ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM retention_runs WHERE ${isOfSchool(sql`school_id`, schoolId)} AND day = ${day}::date AND done_at IS NULL`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Locks a night until the commit. Returns how much it has ended, or null when another process has finished it. */
export async function lockRun(tx: Tx, id: number): Promise<{ rows: number; people: number } | null> {
  const { rows } = await sql<{ rows: number; people: number }>`
    SELECT row_count AS rows, people FROM retention_runs WHERE id = ${id} AND done_at IS NULL FOR UPDATE`.execute(tx);
  return rows[0] ?? null;
}

export async function addToRun(tx: Tx, id: number, { dataClass, ends, rows }: { dataClass: string; ends: string; rows: number }): Promise<void> {
  await sql`
    UPDATE retention_runs SET row_count = row_count + ${rows}::integer,
           counts = jsonb_set(jsonb_set(counts, ARRAY[${dataClass}::text], coalesce(counts -> ${dataClass}::text, '{}')), ARRAY[${dataClass}::text, ${ends}::text],
                              to_jsonb(coalesce((counts -> ${dataClass}::text ->> ${ends}::text)::integer, 0) + ${rows}::integer))
     WHERE id = ${id}`.execute(tx);
}

/** Adds rows that ended with their years to the night of a school, also one that is done: they do not count toward its limit. */
export async function addEndedYears(
  tx: Tx,
  { schoolId, day, dataClass, rows }: { schoolId: number | null; day: string; dataClass: string; rows: number },
): Promise<void> {
  await sql`INSERT INTO retention_runs (school_id, day) VALUES (${schoolId}, ${day}::date) ON CONFLICT DO NOTHING`.execute(tx);
  await sql`
    UPDATE retention_runs
       SET counts = jsonb_set(jsonb_set(counts, ARRAY[${dataClass}::text], coalesce(counts -> ${dataClass}::text, '{}')), ARRAY[${dataClass}::text, 'deleted'],
                              to_jsonb(coalesce((counts -> ${dataClass}::text ->> 'deleted')::integer, 0) + ${rows}::integer))
     WHERE ${isOfSchool(sql`school_id`, schoolId)} AND day = ${day}::date`.execute(tx);
}

export async function addPersonToRun(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE retention_runs SET people = people + 1 WHERE id = ${id}`.execute(tx);
}

export async function finishRun(tx: Tx, id: number, isFull: boolean): Promise<void> {
  await sql`UPDATE retention_runs SET done_at = app_now(), is_full = ${isFull} WHERE id = ${id} AND done_at IS NULL`.execute(tx);
}

/** Ends nights in which nothing is due, also those that have begun. */
export async function finishQuietNights(tx: Tx, nights: readonly SchoolNow[]): Promise<void> {
  await sql`
    INSERT INTO retention_runs (school_id, day, done_at)
    SELECT night.school_id, night.day, app_now()
      FROM unnest(${nights.map(({ id }) => id)}::bigint[], ${nights.map(({ today }) => today)}::date[]) AS night (school_id, day)
     ORDER BY night.school_id
    ON CONFLICT (school_id, day) DO UPDATE SET done_at = EXCLUDED.done_at WHERE retention_runs.done_at IS NULL`.execute(tx);
}

export interface DepartedRow {
  id: number;
  name: string;
  left_on: string;
}

/** The condition that the erasure of a person may be asked for: nobody holds them, they own no class in use, and nobody has canceled theirs lately. */
const mayBeAsked = sql`
  NOT EXISTS (SELECT FROM kept_people kept WHERE kept.account_id = person.id)
  AND NOT EXISTS (SELECT FROM class_facts class WHERE class.owner_id = person.id AND class.archived_at IS NULL)
  AND NOT EXISTS (SELECT FROM erasures erasure WHERE erasure.account_id = person.id
                     AND (erasure.state <> 'canceled' OR erasure.asked_at > app_now() - interval '90 days'))`;

/** Returns the places in a list of schools (null: accounts without one) from which such people left before the moment of the school. */
export async function listPlacesOfDeparted(db: Db | Tx, due: readonly Due[]): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    SELECT DISTINCT due.place FROM departed_people person JOIN ${asTable(due)} ON ${isOfDue(sql`person.school_id`)}
     WHERE person.inactive_since < due.before AND ${mayBeAsked}`.execute(db);
  return rows.map(({ place }) => place);
}

/** Returns the people of a school who left before a moment, and whose erasure is not asked for yet but may be. */
export async function listDeparted(
  db: Db | Tx,
  { schoolId, before, limit }: { schoolId: number | null; before: Date; limit: number },
): Promise<{ people: DepartedRow[]; count: number }> {
  const { rows } = await sql<DepartedRow & { count: number }>`
    SELECT person.id, person.full_name AS name, (person.inactive_since AT TIME ZONE coalesce(school.time_zone, 'UTC'))::date::text AS left_on,
           (count(*) OVER ())::integer AS count
      FROM departed_people person LEFT JOIN schools school ON school.id = person.school_id
     WHERE ${isOfSchool(sql`person.school_id`, schoolId)} AND person.inactive_since < ${before}::timestamptz AND ${mayBeAsked}
     ORDER BY person.inactive_since, person.id LIMIT ${limit}`.execute(db);
  return { people: rows.map(({ id, name, left_on }) => ({ id, name, left_on })), count: rows[0]?.count ?? 0 };
}

/** Returns the names of classes. */
export async function listClassNames(db: Db | Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`SELECT id, name FROM class_names WHERE id = ANY(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
