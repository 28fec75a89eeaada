import { sql } from 'kysely';
import { anyLength, type Db } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';

/** A school that somebody manages, with the source of its rosters. */
export interface KnownSchool {
  id: number;
  name: string;
  domain: string;
  /** The source; null if it had no roster yet. */
  sourceId: number | null;
  /** The id in its information system; null if it had no roster yet. */
  externalId: string | null;
  /** The ids that roster sources of any school use for it, with which it is exported. */
  lentIds: string[];
}

/**
 * Returns schools with the ids that rosters use. `sourceId`: the source of these ids; null: each school's own source of
 * files.
 */
export async function listKnownSchools(db: Db, reach: Reach, sourceId: number | null = null): Promise<KnownSchool[]> {
  const { rows } = await sql<KnownSchool>`
    SELECT schools.id, school_name AS name, lower(trim(domain)) AS domain, source.id AS "sourceId", link.external_id AS "externalId",
           (SELECT coalesce(array_agg(other.external_id), '{}') FROM external_links other JOIN external_sources lending ON lending.id = other.source_id
             WHERE other.kind = 'school' AND other.local_id = schools.id AND lending.kind <> 'google_classroom') AS "lentIds"
      FROM schools
      LEFT JOIN LATERAL (SELECT id FROM external_sources WHERE school_id = schools.id AND ${sourceId === null ? sql`kind = 'roster_file' AND archived_at IS NULL` : sql`id = ${sourceId}`} ORDER BY id LIMIT 1) source ON true
      LEFT JOIN external_links link ON link.source_id = source.id AND link.kind = 'school' AND link.local_id = schools.id
     WHERE schools.archived_at IS NULL ${'all' in reach ? sql`` : sql`AND schools.id = ${reach.schoolId}`} ORDER BY schools.id`.execute(db);
  return rows;
}

/** A person or thing of a source, and its counterpart here. */
export interface KnownLink<Base = Record<string, unknown>> {
  id: number;
  externalId: string;
  localId: number | null;
  state: string;
  base: Base;
}

/** Returns the links of one kind of a source without a parent: all, or those of some ids. */
export async function listKnownLinks<Base = Record<string, unknown>>(
  db: Db,
  sourceId: number,
  kind: 'person' | 'class' | 'term' | 'guardian',
  externalIds?: readonly string[],
): Promise<KnownLink<Base>[]> {
  const { rows } = await sql<KnownLink<Base>>`
    SELECT id, external_id AS "externalId", local_id AS "localId", state, base FROM external_links
     WHERE source_id = ${sourceId} AND kind = ${kind} AND parent_id IS NULL ${externalIds ? sql`AND external_id = ANY(${[...externalIds]}::text[])` : sql``}`.execute(
    db,
  );
  return rows;
}

/**
 * Returns the meanings of ids that we issued on behalf of another roster source of a school, with which its first
 * source names people and classes.
 */
export async function listLentIds(
  db: Db,
  school: Pick<KnownSchool, 'id' | 'sourceId'>,
  kind: 'person' | 'class',
  externalIds: readonly string[],
): Promise<Map<string, number>> {
  if (externalIds.length === 0) return new Map();
  const { rows } = await sql<{ external_id: string; local_id: number }>`
    SELECT DISTINCT ON (link.external_id) link.external_id, link.local_id
      FROM external_links link JOIN external_sources source ON source.id = link.source_id
     WHERE source.school_id = ${school.id} AND source.kind <> 'google_classroom' AND source.id IS DISTINCT FROM ${school.sourceId}::bigint
       AND link.kind = ${kind} AND link.parent_id IS NULL AND link.local_id IS NOT NULL AND link.external_id = ANY(${[...externalIds]}::text[])
     ORDER BY link.external_id, source.id`.execute(db);
  return new Map(rows.map(({ external_id, local_id }) => [external_id, local_id]));
}

/** A membership of a class as a source last had it. */
export interface KnownPlace {
  id: number;
  /** The link of the class. */
  classLinkId: number;
  /** The id of the person. */
  externalId: string;
  accountId: number;
  role: 'TEACHER' | 'STUDENT';
}

/** Returns the current memberships of classes by their links. */
export async function listKnownPlaces(db: Db, sourceId: number, classLinkIds: readonly number[]): Promise<KnownPlace[]> {
  if (classLinkIds.length === 0) return [];
  const { rows } = await sql<KnownPlace>`
    SELECT id, parent_id AS "classLinkId", external_id AS "externalId", local_id AS "accountId", base ->> 'role' AS role FROM external_links
     WHERE parent_id = ANY(${anyLength(classLinkIds, 'bigint')}) AND source_id = ${sourceId} AND kind = 'member' AND state = 'linked' ORDER BY external_links.id`.execute(
    db,
  );
  return rows;
}

/** The columns of an account that rosters use. */
export interface KnownAccount {
  id: number;
  school_id: number | null;
  email_key: string;
  first_name: string;
  last_name: string;
  email: string;
  status: boolean;
  is_student: boolean;
}

/** Returns somebody's full name; '' if there is no account. */
export const nameOf = (account: Pick<KnownAccount, 'first_name' | 'last_name'> | undefined): string =>
  account ? `${account.first_name} ${account.last_name}`.trim() : '';

const accountColumns = sql`people.id, people.school_id, email_key, first_name, last_name, email, people.status, lower(account_types.name) = 'student' AS is_student
  FROM people JOIN account_types ON account_types.id = account_type_id`;

export async function listAccountsByIds(db: Db, ids: readonly number[]): Promise<Map<number, KnownAccount>> {
  const { rows } = await sql<KnownAccount>`SELECT ${accountColumns} WHERE people.id = ANY(${anyLength(ids, 'bigint')})`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function listAccountsByKeys(db: Db, keys: readonly string[]): Promise<Map<string, KnownAccount>> {
  const { rows } = await sql<KnownAccount>`SELECT ${accountColumns} WHERE email_key = ANY(${[...keys]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.email_key, row]));
}

/** The columns of a class that rosters use. */
export interface KnownCourse {
  id: number;
  school_id: number;
  owner_id: number;
  name: string;
  section: string;
  subject: string;
  room: string;
  is_deleted: boolean;
  /** True when it accepts no changes. */
  is_archived: boolean;
}

/** Returns classes by their ids. `held`: locked until commit. */
export async function listCourses(db: Db, ids: readonly number[], { held = false } = {}): Promise<Map<number, KnownCourse>> {
  const { rows } = await sql<KnownCourse>`
    SELECT id, school_id, owner_id, name, section, subject, room, archived_at IS NOT NULL AS is_deleted, course_state <> 'ACTIVE' AS is_archived
      FROM class_facts WHERE id = ANY(${anyLength(ids, 'bigint')}) ORDER BY id ${held ? sql`FOR NO KEY UPDATE` : sql``}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the current people of classes, by class. */
export async function listClassRoles(db: Db, courseIds: readonly number[]): Promise<Map<number, Map<number, 'TEACHER' | 'STUDENT'>>> {
  if (courseIds.length === 0) return new Map();
  const { rows } = await sql<{ course_id: number; account_id: number; role: 'TEACHER' | 'STUDENT' }>`
    SELECT course_id, account_id, role FROM class_standings WHERE course_id = ANY(${anyLength(courseIds, 'bigint')}) AND left_at IS NULL`.execute(db);
  const byCourse = new Map(courseIds.map((id) => [id, new Map<number, 'TEACHER' | 'STUDENT'>()]));
  for (const { course_id, account_id, role } of rows) byCourse.get(course_id)?.set(account_id, role);
  return byCourse;
}

/**
 * Returns the current number of people in classes. It runs class by class through an index: the planner knows too
 * little about a table that a roster has just filled.
 */
export async function countPeople(db: Db, courseIds: readonly number[]): Promise<Map<number, { people: number; students: number }>> {
  const { rows } = await sql<{ course_id: number; people: number; students: number }>`
    SELECT named.id AS course_id, (SELECT count(*) FROM class_people WHERE course_id = named.id)::int AS people,
           (SELECT count(*) FROM class_students WHERE course_id = named.id)::int AS students
      FROM unnest(${[...courseIds]}::bigint[]) AS named (id)`.execute(db);
  return new Map(rows.map(({ course_id, people, students }) => [course_id, { people, students }]));
}

/** Returns the current number of memberships in a school's classes. */
export async function countPlaces(db: Db, schoolId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT coalesce(sum((SELECT count(*) FROM class_people WHERE course_id = class_facts.id)), 0) AS count
      FROM class_facts WHERE class_facts.school_id = ${schoolId}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Returns the type and the role that new guardians get. */
export async function findGuardianKind(db: Db): Promise<{ type: number; role: number }> {
  const { rows } = await sql<{ type: number; role: number }>`
    SELECT (SELECT id FROM account_types WHERE lower(name) = 'guardian') AS type, (SELECT id FROM roles WHERE key = 'guardian') AS role`.execute(db);
  return rows[0] as { type: number; role: number };
}

/** Returns the types and roles that new people get, by their role in classes. */
export async function findNewKinds(db: Db): Promise<{ types: Record<'TEACHER' | 'STUDENT', number>; roles: Record<'TEACHER' | 'STUDENT', number> }> {
  const { rows } = await sql<{ teacher_type: number; student_type: number; teacher_role: number; student_role: number }>`
    SELECT (SELECT id FROM account_types WHERE lower(name) NOT IN ('student', 'admin', 'guardian') ORDER BY lower(name) LIKE 'teacher%' DESC, id LIMIT 1) AS teacher_type,
           (SELECT id FROM account_types WHERE lower(name) = 'student') AS student_type,
           (SELECT id FROM roles WHERE key = 'teachers') AS teacher_role, (SELECT id FROM roles WHERE key = 'student') AS student_role`.execute(db);
  const [found] = rows as [(typeof rows)[number]];
  return { types: { TEACHER: found.teacher_type, STUDENT: found.student_type }, roles: { TEACHER: found.teacher_role, STUDENT: found.student_role } };
}
