import type { IncidentNumbers, ReadClass } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import { anyLength, type Db, type Tx } from '../../../platform/database/index.ts';
import type { PageRequest } from '../../../platform/lists.ts';
import type { IncidentRow } from './queries.ts';

/** An account or a program that read, and the time in which it could. Null: without a bound of its own. */
export interface Reader {
  account_id: number | null;
  client_id: number | null;
  /** The school of the account. */
  school_id: number | null;
  scopes: string[] | null;
  since: Date | null;
  until: Date | null;
}

/** Returns the readers of an incident: those chosen, and everybody who signed in from its networks before the end of the span. */
export async function listReaders(db: Db | Tx, { id, school_id, ends_at }: IncidentRow): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    SELECT subject.account_id, subject.api_client_id AS client_id, person.school_id, program.scopes, subject.since,
           least(token.ended_at, token.expires_at, program.revoked_at) AS until
      FROM incident_subjects subject LEFT JOIN people person ON person.id = subject.account_id
      LEFT JOIN programs program ON program.id = subject.api_client_id LEFT JOIN access_tokens token ON token.id = subject.session_id
     WHERE subject.incident_id = ${id} AND subject.kind <> 'network'
    UNION ALL
    SELECT entry.account_id, NULL, person.school_id, NULL, min(entry.at), NULL
      FROM incident_subjects subject
      JOIN audit_entries entry ON entry.action = 'auth.login' AND entry.after ->> 'place' = subject.network AND entry.at < ${ends_at}::timestamptz
      JOIN people person ON person.id = entry.account_id AND (person.school_id = ${school_id} OR person.school_id IS NULL)
     WHERE subject.incident_id = ${id} AND subject.kind = 'network' GROUP BY entry.account_id, person.school_id`.execute(db);
  return rows;
}

/** The span of an incident, with its readers and what all of them together may see of everybody. */
export interface Span {
  incident: Pick<IncidentRow, 'school_id' | 'from' | 'last_day' | 'begins_at' | 'ends_at'>;
  readers: readonly Reader[];
  /** The classes of data of everybody at the school. */
  ofEverybody: readonly ReadClass[];
  /** True when a program may read grades of all students. */
  ofStudents: boolean;
}
export type ListName = 'read' | 'reachable';

const ofReaders = ({ incident, readers }: Pick<Span, 'incident' | 'readers'>): RawBuilder<unknown> => sql`
  reader AS (
    SELECT one.account_id, one.client_id, greatest(one.since, ${incident.begins_at}::timestamptz) AS since, least(one.until, ${incident.ends_at}::timestamptz) AS until
      FROM unnest(${readers.map((one) => one.account_id)}::bigint[], ${readers.map((one) => one.client_id)}::bigint[],
                  ${readers.map((one) => one.since)}::timestamptz[], ${readers.map((one) => one.until)}::timestamptz[]) AS one (account_id, client_id, since, until))`;

/** The looks of the readers, by person and class of data. */
function readSource({ incident: { from, last_day: to } }: Span): RawBuilder<unknown> {
  const looks = (is: RawBuilder<unknown>) => sql`
    SELECT read.account_id, read.data_class, read.first_at, read.last_at FROM reader JOIN record_readings read ON ${is}
       AND read.day BETWEEN ${from}::date AND ${to}::date AND read.last_at >= reader.since AND read.first_at < reader.until`;
  return sql`${looks(sql`read.reader_id = reader.account_id`)} UNION ALL ${looks(sql`read.api_client_id = reader.client_id`)}`;
}

const OF_OWN: readonly ReadClass[] = ['identity', 'contact', 'communication', 'log'];
const OF_OWN_STUDENT: readonly ReadClass[] = ['schoolwork', 'grade', 'conduct'];
const OF_CLASS: readonly ReadClass[] = ['identity', 'contact', 'schoolwork', 'communication', 'grade', 'conduct'];
const OF_CHILD: readonly ReadClass[] = ['identity', 'schoolwork', 'communication', 'grade', 'conduct', 'log'];

/** The people within reach of the readers, by class of data. */
function reachableSource({ incident: { school_id }, ofEverybody, ofStudents }: Span): RawBuilder<unknown> {
  const classes = (of: readonly ReadClass[]) => sql`unnest(${[...of]}::text[])`;
  const during = (standing: string) =>
    sql`${sql.ref(`${standing}.joined_at`)} < reader.until AND (${sql.ref(`${standing}.left_at`)} IS NULL OR ${sql.ref(`${standing}.left_at`)} >= reader.since)`;
  const inClass = sql`
    reader JOIN class_standings own ON own.account_id = reader.account_id AND ${during('own')}
    JOIN class_standings other ON other.course_id = own.course_id AND ${during('other')}`;
  const reached = sql`
    SELECT person.id AS account_id, ${classes(ofEverybody)} AS data_class FROM people person WHERE person.school_id = ${school_id}
    UNION SELECT student.account_id, 'grade' FROM class_standings student WHERE ${ofStudents} AND student.role = 'STUDENT'
    UNION SELECT reader.account_id, ${classes(OF_OWN)} FROM reader WHERE reader.account_id IS NOT NULL
    UNION SELECT own.account_id, ${classes(OF_OWN_STUDENT)} FROM reader JOIN class_standings own ON own.account_id = reader.account_id AND own.role = 'STUDENT'
    UNION SELECT other.account_id, 'identity' FROM ${inClass}
    UNION SELECT other.account_id, ${classes(OF_CLASS)} FROM ${inClass} WHERE own.role = 'TEACHER' AND other.role = 'STUDENT'
    UNION SELECT tie.child_id, ${classes(OF_CHILD)} FROM reader JOIN guardian_ties tie ON tie.guardian_id = reader.account_id
           AND tie.created_at < reader.until AND (tie.ended_at IS NULL OR tie.ended_at >= reader.since)`;
  return sql`SELECT account_id, data_class, NULL::timestamptz AS first_at, NULL::timestamptz AS last_at FROM (${reached}) reached`;
}

/** The rows of a list as a table `found`; people of other schools are left out. */
const foundBy = (list: ListName, span: Span): RawBuilder<unknown> => sql`
  ${ofReaders(span)}, found AS (
    SELECT source.account_id, source.data_class, source.first_at, source.last_at, person.first_name, person.last_name, person.full_name, person.email
      FROM (${list === 'read' ? readSource(span) : reachableSource(span)}) source JOIN people person ON person.id = source.account_id AND person.school_id = ${span.incident.school_id})`;

type Counts = IncidentNumbers['read'];

/** Returns how many people a list has, by class of data, with the first and the last look. */
export async function countPeople(db: Db | Tx, list: ListName, span: Span): Promise<Counts> {
  const { rows } = await sql<Omit<Counts, 'first_at' | 'last_at'> & { first_at: Date | null; last_at: Date | null }>`
    WITH ${foundBy(list, span)}
    SELECT count(DISTINCT account_id)::integer AS people, min(first_at) AS first_at, max(last_at) AS last_at,
           coalesce((SELECT jsonb_object_agg(data_class, people) FROM (SELECT data_class, count(DISTINCT account_id) AS people FROM found GROUP BY data_class) one), '{}') AS classes
      FROM found`.execute(db);
  const { first_at: first, last_at: last, ...counts } = rows[0]!;
  return { ...counts, first_at: first?.toISOString() ?? null, last_at: last?.toISOString() ?? null };
}

export interface PersonRow {
  account_id: number;
  name: string;
  classes: ReadClass[];
  /** Instants in ISO 8601. */
  first_at: string | null;
  last_at: string | null;
}

const people = sql`
  SELECT account_id, full_name AS name, first_name, last_name, email, array_agg(DISTINCT data_class) AS classes, min(first_at) AS first_at, max(last_at) AS last_at
    FROM found GROUP BY account_id, full_name, first_name, last_name, email`;
const BY_NAME = sql`coalesce(nullif(last_name, ''), first_name) COLLATE natural_order, first_name COLLATE natural_order, account_id`;

/** Returns a page of the people of a list by name, and how many there are. */
export async function listPeople(db: Db, list: ListName, span: Span, { page, per_page }: PageRequest): Promise<{ rows: PersonRow[]; total: number }> {
  const { rows } = await sql<{ total: number; rows: PersonRow[] | null }>`
    WITH ${foundBy(list, span)}, person AS MATERIALIZED (${people})
    SELECT (SELECT count(*)::integer FROM person) AS total,
           (SELECT jsonb_agg(shown) FROM (SELECT account_id, name, classes, first_at, last_at FROM person ORDER BY ${BY_NAME} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) shown) AS rows`.execute(
    db,
  );
  const [{ total, rows: shown }] = rows as [{ total: number; rows: PersonRow[] | null }];
  return { rows: shown ?? [], total };
}

export interface ListedRow extends Pick<PersonRow, 'account_id' | 'classes'> {
  first_at: Date | null;
  last_at: Date | null;
}

/** Returns all people of a list by name, with their classes of data and the first and the last look. */
export async function listAllPeople(db: Db, list: ListName, span: Span): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    WITH ${foundBy(list, span)} SELECT account_id, classes, first_at, last_at FROM (${people}) person ORDER BY ${BY_NAME}`.execute(db);
  return rows;
}

export interface AddressRow {
  account_id: number;
  first_name: string;
  last_name: string;
  email: string;
  guardians: string | null;
  guardian_emails: string | null;
}

/** Returns names and addresses of people of a school, with the guardians that they are tied to now, by account. */
export async function findAddresses(db: Db, schoolId: number, accountIds: readonly number[]): Promise<Map<number, AddressRow>> {
  const { rows } = await sql<AddressRow>`
    SELECT person.id AS account_id, person.first_name, person.last_name, person.email, family.guardians, family.guardian_emails
      FROM people person
      LEFT JOIN LATERAL (
        SELECT string_agg(guardian.full_name, '; ' ORDER BY guardian.id) AS guardians, string_agg(guardian.email, '; ' ORDER BY guardian.id) AS guardian_emails
          FROM current_guardians tie JOIN people guardian ON guardian.id = tie.guardian_id WHERE tie.child_id = person.id) family ON true
     WHERE person.id = ANY(${anyLength(accountIds, 'bigint')}) AND person.school_id = ${schoolId}`.execute(db);
  return new Map(rows.map((row) => [row.account_id, row]));
}

/** Returns how many entries of the audit trail the accounts left in the span, those with the most first. */
export async function countChanges(db: Db | Tx, span: Span): Promise<IncidentNumbers['changes']> {
  const { rows } = await sql<IncidentNumbers['changes'][number]>`
    WITH ${ofReaders(span)}
    SELECT person.id AS account_id, person.full_name AS name, count(DISTINCT entry.id)::integer AS count
      FROM reader JOIN audit_entries entry ON entry.account_id = reader.account_id AND entry.at >= reader.since AND entry.at < reader.until
      JOIN people person ON person.id = entry.account_id
     GROUP BY person.id, person.full_name ORDER BY count DESC, person.id LIMIT 200`.execute(db);
  return rows;
}
