import type { ReadClass, ReaderKind } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import type { Gathered } from '../../../platform/readings/index.ts';
import type { PageRequest } from '../../../platform/lists.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';

/**
 * Adds readings to the rows of their days. `nowMs` is the present instant on the clock of the gathered ones. People who
 * are gone, or simulated, are left out.
 */
export async function saveReadings(db: Db, gathered: readonly Gathered[], nowMs: number): Promise<void> {
  const list = <T>(of: (one: Gathered) => T): T[] => gathered.map(of);
  await sql`
    INSERT INTO record_readings (account_id, reader_id, api_client_id, data_class, day, first_at, last_at, times, was_teacher)
    SELECT read.account_id, read.reader_id, read.api_client_id, read.data_class, (at.first AT TIME ZONE coalesce(school.time_zone, 'UTC'))::date, at.first, at.last, read.times,
           EXISTS (SELECT 1 FROM class_staff staff JOIN class_standings standing ON standing.course_id = staff.course_id
                    WHERE staff.account_id = read.reader_id AND standing.account_id = read.account_id)
      FROM unnest(${list(({ accountId }) => accountId)}::bigint[], ${list(({ reader }) => ('accountId' in reader ? reader.accountId : null))}::bigint[],
                  ${list(({ reader }) => ('clientId' in reader ? reader.clientId : null))}::bigint[], ${list(({ dataClass }) => dataClass)}::text[],
                  ${list(({ firstMs }) => nowMs - firstMs)}::float8[], ${list(({ lastMs }) => nowMs - lastMs)}::float8[], ${list(({ times }) => times)}::integer[])
           AS read (account_id, reader_id, api_client_id, data_class, first_ago, last_ago, times)
      JOIN people person ON person.id = read.account_id
      LEFT JOIN people reader ON reader.id = read.reader_id
      LEFT JOIN schools school ON school.id = person.school_id
      CROSS JOIN LATERAL (SELECT app_now() - make_interval(secs => read.first_ago / 1000) AS first, app_now() - make_interval(secs => read.last_ago / 1000) AS last) at
     WHERE read.reader_id IS NULL OR reader.id IS NOT NULL
     ORDER BY read.account_id, read.reader_id, read.api_client_id, read.data_class
    ON CONFLICT (account_id, day, reader_id, api_client_id, data_class) DO UPDATE
       SET first_at = least(record_readings.first_at, excluded.first_at), last_at = greatest(record_readings.last_at, excluded.last_at),
           times = least(record_readings.times::bigint + excluded.times, 2147483647)::integer, was_teacher = record_readings.was_teacher OR excluded.was_teacher`.execute(
    db,
  );
}

const kind = sql<ReaderKind>`CASE
  WHEN read.api_client_id IS NOT NULL THEN 'program' WHEN read.was_teacher THEN 'teacher'
  WHEN EXISTS (SELECT 1 FROM class_staff staff WHERE staff.account_id = read.reader_id) THEN 'otherTeacher'
  WHEN EXISTS (SELECT 1 FROM class_students student WHERE student.account_id = read.reader_id) THEN 'student'
  WHEN EXISTS (SELECT 1 FROM guardians_of tie WHERE tie.guardian_id = read.reader_id AND tie.child_id = read.account_id) THEN 'guardian' ELSE 'office' END`;
const readerName = sql<string>`coalesce(program.name, reader.full_name)`;
const readers = sql`LEFT JOIN people reader ON reader.id = read.reader_id LEFT JOIN programs program ON program.id = read.api_client_id`;

export interface OwnReaderRow {
  name: string;
  kind: ReaderKind;
  classes: ReadClass[];
  days: number;
  first_at: Date;
  last_at: Date;
}

/** Returns who read a person's data since a day, those who read last first. A teacher of the person is one throughout. */
export async function listReaders(db: Db, { accountId, since, most }: { accountId: number; since: string; most: number }): Promise<OwnReaderRow[]> {
  const { rows } = await sql<OwnReaderRow>`
    SELECT min(found.name) AS name, found.kind,
           array_agg(DISTINCT found.data_class) AS classes, count(DISTINCT found.day) AS days, min(found.first_at) AS first_at, max(found.last_at) AS last_at
      FROM (SELECT read.reader_id, read.api_client_id, read.data_class, read.day, read.first_at, read.last_at, ${readerName} AS name, ${kind} AS kind
              FROM (SELECT mine.*, bool_or(mine.was_teacher) OVER (PARTITION BY mine.reader_id) AS taught FROM record_readings mine
                     WHERE mine.account_id = ${accountId} AND mine.day >= ${since}::date) whole
              CROSS JOIN LATERAL (SELECT whole.account_id, whole.reader_id, whole.api_client_id, whole.data_class, whole.day, whole.first_at, whole.last_at, whole.taught AS was_teacher) read
              ${readers}) found
     GROUP BY found.reader_id, found.api_client_id, found.kind
     ORDER BY max(found.last_at) DESC, found.reader_id, found.api_client_id LIMIT ${most}`.execute(db);
  return rows;
}

/** Returns the first day of the marking period that runs now at the person's school, or that of 90 days ago without one, and the zone. */
export async function findReadingTerm(db: Db, accountId: number): Promise<{ since: string; is_term: boolean; time_zone: string }> {
  const { rows } = await sql<{ since: string; is_term: boolean; time_zone: string }>`
    SELECT coalesce(term.start_date, here.today - 90)::text AS since, term.start_date IS NOT NULL AS is_term, here.time_zone
      FROM people person LEFT JOIN schools school ON school.id = person.school_id
      CROSS JOIN LATERAL (SELECT coalesce(school.time_zone, 'UTC') AS time_zone, (app_now() AT TIME ZONE coalesce(school.time_zone, 'UTC'))::date AS today) here
      LEFT JOIN LATERAL (
        SELECT period.start_date FROM marking_periods period JOIN marking_period_schools held ON held.marking_period_id = period.id
         WHERE held.school_id = person.school_id AND period.active AND period.archived_at IS NULL AND here.today BETWEEN period.start_date AND period.end_date
         ORDER BY period.start_date, period.id LIMIT 1) term ON true
     WHERE person.id = ${accountId}`.execute(db);
  return rows[0] as { since: string; is_term: boolean; time_zone: string };
}

export interface ReadingSearch {
  reach: Reach;
  accountId: number | undefined;
  readerId: number | undefined;
  clientId: number | undefined;
  /** The first and last day, both included, each of the person's school. */
  from: string | undefined;
  to: string | undefined;
}

export interface ReadingRow {
  id: number;
  account_id: number;
  person: string;
  reader_id: number | null;
  client_id: number | null;
  reader: string;
  kind: ReaderKind;
  data_class: ReadClass;
  day: string;
  first_at: Date;
  last_at: Date;
  times: number;
  time_zone: string;
}

function conditionOf({ reach, accountId, readerId, clientId, from, to }: ReadingSearch): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [isInReach(reach, 'person.school_id')];
  if (accountId !== undefined) conditions.push(sql`read.account_id = ${accountId}`);
  if (readerId !== undefined) conditions.push(sql`read.reader_id = ${readerId}`);
  if (clientId !== undefined) conditions.push(sql`read.api_client_id = ${clientId}`);
  if (from !== undefined) conditions.push(sql`read.day >= ${from}::date`);
  if (to !== undefined) conditions.push(sql`read.day <= ${to}::date`);
  return sql.join(conditions, sql` AND `);
}

/** The count at which counting readings stops. */
const MOST_COUNTED = 100_000;

/** Returns a page of readings of people within reach, the newest day first, and how many there are, up to a bound. */
export async function listReadings(db: Db, search: ReadingSearch, { page, per_page }: PageRequest): Promise<{ rows: ReadingRow[]; total: number }> {
  const condition = conditionOf(search);
  const source = sql`record_readings read JOIN people person ON person.id = read.account_id`;
  const { rows: counted } = await sql<{
    total: number;
  }>`SELECT count(*) AS total FROM (SELECT 1 FROM ${source} WHERE ${condition} LIMIT ${MOST_COUNTED}) bounded`.execute(db);
  const { rows } = await sql<ReadingRow>`
    SELECT read.id, read.account_id, person.full_name AS person, read.reader_id, read.api_client_id AS client_id, ${readerName} AS reader, ${kind} AS kind,
           read.data_class, read.day::text AS day, read.first_at, read.last_at, read.times, coalesce(school.time_zone, 'UTC') AS time_zone
      FROM (SELECT read.* FROM ${source} WHERE ${condition} ORDER BY read.day DESC, read.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) read
      JOIN people person ON person.id = read.account_id LEFT JOIN schools school ON school.id = person.school_id ${readers}
     ORDER BY read.day DESC, read.id DESC`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}

export interface UnusualRow {
  reader_id: number;
  name: string;
  day: string;
  /** The number of people whose data they read that day, their usual number, and those of no class of theirs. */
  people: number;
  median: number | null;
  outside: number;
}

/**
 * Returns the readers of the last `days` days who read of ten times as many people as on their usual day (the median of at
 * least five other days), or who teach and read
 * more than who they are and how to reach them of students of no class of theirs. The newest day of each.
 */
export async function listUnusualReaders(db: Db, { reach, days, most }: { reach: Reach; days: number; most: number }): Promise<UnusualRow[]> {
  const { rows } = await sql<UnusualRow>`
    WITH counted AS (
      SELECT read.reader_id, read.day, count(DISTINCT read.account_id) AS people,
             count(DISTINCT read.account_id) FILTER (WHERE NOT read.was_teacher AND read.data_class NOT IN ('identity', 'contact')
               AND EXISTS (SELECT 1 FROM class_students student WHERE student.account_id = read.account_id)) AS outside
        FROM record_readings read JOIN people person ON person.id = read.account_id
       WHERE read.reader_id IS NOT NULL AND read.day >= (app_now() - make_interval(days => ${days * 4}::integer))::date AND ${isInReach(reach, 'person.school_id')}
       GROUP BY read.reader_id, read.day),
    judged AS (
      SELECT counted.*, usual.median, EXISTS (SELECT 1 FROM class_staff staff WHERE staff.account_id = counted.reader_id) AS teaches
        FROM counted
        CROSS JOIN LATERAL (SELECT CASE WHEN count(*) >= 5 THEN percentile_cont(0.5) WITHIN GROUP (ORDER BY other.people) END AS median
                              FROM counted other WHERE other.reader_id = counted.reader_id AND other.day <> counted.day) usual
       WHERE counted.day >= (app_now() - make_interval(days => ${days}::integer))::date)
    SELECT found.reader_id, reader.full_name AS name, found.day::text AS day, found.people, found.median, CASE WHEN found.teaches THEN found.outside ELSE 0 END AS outside
      FROM (SELECT DISTINCT ON (reader_id) * FROM judged WHERE people >= 10 * median OR (teaches AND outside > 0) ORDER BY reader_id, day DESC) found
      JOIN people reader ON reader.id = found.reader_id
     ORDER BY found.day DESC, found.people DESC, found.reader_id LIMIT ${most}`.execute(db);
  return rows;
}
