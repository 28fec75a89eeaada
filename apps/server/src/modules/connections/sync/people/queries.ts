import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';
import type { PageRequest } from '../../../../platform/lists.ts';

/** An active account of a school with a given address. */
export interface Match {
  account_id: number;
  email_key: string;
  is_student: boolean;
}

/** Returns the active accounts of a school with these addresses. */
export async function listByAddress(db: Db, schoolId: number, emailKeys: readonly string[]): Promise<Map<string, Match>> {
  const { rows } = await sql<Match>`
    SELECT account.id AS account_id, account.email_key, lower(type.name) = 'student' AS is_student
      FROM people account JOIN account_types type ON type.id = account.account_type_id
     WHERE account.school_id = ${schoolId} AND account.status AND account.email_key = ANY(${[...emailKeys]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.email_key, row]));
}

/** Returns the given accounts that are active in the school, each with whether it belongs to a student. */
export async function listActive(db: Db, schoolId: number, ids: readonly number[]): Promise<Map<number, { is_student: boolean }>> {
  const { rows } = await sql<{ id: number; is_student: boolean }>`
    SELECT account.id, lower(type.name) = 'student' AS is_student FROM people account JOIN account_types type ON type.id = account.account_type_id
     WHERE account.school_id = ${schoolId} AND account.status AND account.id = ANY(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, is_student }) => [id, { is_student }]));
}

export interface MemberRow {
  account_id: number;
  role: 'TEACHER' | 'STUDENT';
  left_at: Date | null;
}

/** Returns the current and former members of a class. */
export async function listMembersOf(db: Db, courseId: number): Promise<Map<number, MemberRow>> {
  const { rows } = await sql<MemberRow>`SELECT account_id, role, left_at FROM class_standings WHERE course_id = ${courseId}`.execute(db);
  return new Map(rows.map((row) => [row.account_id, row]));
}

/** Counts the people of Google without an account here, in the classes of somebody or (null) of the school. */
export async function countUnmatched(db: Db, sourceId: number, accountId: number | null): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM external_links person
     WHERE person.source_id = ${sourceId} AND person.kind = 'person' AND person.state = 'only_there' AND ${isOfClassesOf(accountId)}`.execute(db);
  return rows[0]?.total ?? 0;
}

const isOfClassesOf = (accountId: number | null): RawBuilder<unknown> => sql`
  (${accountId}::bigint IS NULL OR EXISTS (
    SELECT FROM external_links place JOIN external_links class ON class.id = place.parent_id
      JOIN class_staff staff ON staff.course_id = class.local_id AND staff.account_id = ${accountId}
     WHERE place.source_id = person.source_id AND place.kind = 'member' AND place.external_id = person.external_id))`;

export interface PersonRow {
  id: number;
  state: 'matched' | 'proposed' | 'unknown' | 'only_here' | 'ignored';
  external_id: string | null;
  name: string | null;
  email: string | null;
  account_id: number | null;
  account_name: string | null;
  account_email: string | null;
  /** An account that is probably the person, to be confirmed. */
  proposed_id: number | null;
  classes: string[];
  role: 'TEACHER' | 'STUDENT' | null;
}

export interface PeopleSearch extends PageRequest {
  sourceId: number;
  schoolId: number;
  accountId: number | null;
  courseId: number | null;
  state: PersonRow['state'] | null;
  /** A LIKE pattern; null means everybody. */
  pattern: string | null;
}

/**
 * Selects people there and people here as one list. `proposed`: for an unknown person, the only person of the same name
 * in one of the same classes who is not matched yet; it is always only a question.
 */
const people = ({ sourceId, schoolId, accountId, courseId }: PeopleSearch): RawBuilder<unknown> => sql`
  places AS MATERIALIZED (
    SELECT place.external_id, place.base ->> 'role' AS role, class.local_id AS course_id, course.name
      FROM external_links place JOIN external_links class ON class.id = place.parent_id JOIN class_facts course ON course.id = class.local_id
     WHERE place.source_id = ${sourceId} AND place.kind = 'member' AND place.state <> 'gone' AND (${courseId}::bigint IS NULL OR class.local_id = ${courseId})
       AND (${accountId}::bigint IS NULL OR EXISTS (SELECT FROM class_staff staff WHERE staff.course_id = class.local_id AND staff.account_id = ${accountId}))),
  linked AS MATERIALIZED (
    SELECT class.local_id AS course_id, course.name FROM external_links class JOIN class_facts course ON course.id = class.local_id AND course.archived_at IS NULL
     WHERE class.source_id = ${sourceId} AND class.kind = 'class' AND class.local_id IS NOT NULL AND (${courseId}::bigint IS NULL OR class.local_id = ${courseId})
       AND (${accountId}::bigint IS NULL OR EXISTS (SELECT FROM class_staff staff WHERE staff.course_id = class.local_id AND staff.account_id = ${accountId}))),
  there AS (
    SELECT person.id, person.external_id, person.state, person.local_id, person.facts ->> 'name' AS name, person.facts ->> 'email' AS email,
           array_agg(DISTINCT places.name ORDER BY places.name) FILTER (WHERE places.name IS NOT NULL) AS classes, min(places.role) AS role
      FROM external_links person LEFT JOIN places ON places.external_id = person.external_id
     WHERE person.source_id = ${sourceId} AND person.kind = 'person'
     GROUP BY person.id HAVING (${courseId}::bigint IS NULL AND ${accountId}::bigint IS NULL) OR count(places.name) > 0),
  free AS MATERIALIZED (
    SELECT account.id, lower(account.full_name) AS name_key
      FROM people account
     WHERE account.school_id = ${schoolId} AND account.status
       AND NOT EXISTS (SELECT FROM external_links taken WHERE taken.source_id = ${sourceId} AND taken.kind = 'person' AND taken.local_id = account.id)),
  proposals AS (
    SELECT there.id, min(free.id) AS account_id FROM there JOIN free ON free.name_key = lower(trim(there.name))
     WHERE there.state = 'only_there' AND there.local_id IS NULL GROUP BY there.id HAVING count(*) = 1),
  everybody AS (
    SELECT there.id, CASE WHEN there.state = 'ignored' THEN 'ignored' WHEN there.local_id IS NOT NULL THEN 'matched'
                          WHEN proposals.account_id IS NOT NULL THEN 'proposed' ELSE 'unknown' END AS state,
           there.external_id, there.name, there.email, there.local_id AS account_id, proposals.account_id AS proposed_id, coalesce(there.classes, '{}') AS classes, there.role
      FROM there LEFT JOIN proposals ON proposals.id = there.id
    UNION ALL
    SELECT member.account_id, 'only_here', NULL, NULL, NULL, member.account_id, NULL, array_agg(linked.name ORDER BY linked.name), min(member.role)
      FROM linked JOIN class_standings member ON member.course_id = linked.course_id AND member.left_at IS NULL
     WHERE NOT EXISTS (SELECT FROM external_links taken WHERE taken.source_id = ${sourceId} AND taken.kind = 'person' AND taken.local_id = member.account_id)
     GROUP BY member.account_id),
  named AS MATERIALIZED (
    SELECT everybody.*, account.full_name AS account_name, account.email AS account_email
      FROM everybody LEFT JOIN people account ON account.id = coalesce(everybody.account_id, everybody.proposed_id))`;

export async function listPeople(db: Db, search: PeopleSearch): Promise<{ rows: PersonRow[]; counts: Record<PersonRow['state'], number> }> {
  const { state, pattern, page, per_page } = search;
  const matches = sql`(${pattern}::text IS NULL OR name ILIKE ${pattern} OR email ILIKE ${pattern} OR account_name ILIKE ${pattern} OR account_email ILIKE ${pattern})`;
  const { rows } = await sql<PersonRow>`
    WITH ${people(search)}
    SELECT id, state, external_id, name, email, account_id, account_name, account_email, proposed_id, classes, role FROM named
     WHERE (${state}::text IS NULL OR state = ${state}) AND ${matches}
     ORDER BY array_position(ARRAY['proposed', 'unknown', 'only_here', 'matched', 'ignored'], state), coalesce(name, account_name) COLLATE natural_order, id
     LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  const counted = await sql<{ state: PersonRow['state']; total: number }>`
    WITH ${people(search)} SELECT state, count(*)::int AS total FROM named WHERE ${matches} GROUP BY state`.execute(db);
  const counts = { matched: 0, proposed: 0, unknown: 0, only_here: 0, ignored: 0 };
  for (const row of counted.rows) counts[row.state] = row.total;
  return { rows, counts };
}

/** Returns some people of Google as in the list, by their links. */
export async function listPeopleOf(
  db: Db,
  search: Omit<PeopleSearch, 'page' | 'per_page' | 'state' | 'pattern'>,
  linkIds: readonly number[],
): Promise<Map<number, PersonRow>> {
  if (linkIds.length === 0) return new Map();
  const { rows } = await sql<PersonRow>`
    WITH ${people({ ...search, page: 1, per_page: 1, state: null, pattern: null })}
    SELECT id, state, external_id, name, email, account_id, account_name, account_email, proposed_id, classes, role FROM named
     WHERE id = ANY(${[...linkIds]}::bigint[]) AND state <> 'only_here'`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the account type and the role of new teachers or students. */
export async function findTypeOf(db: Db, kind: 'teacher' | 'student'): Promise<{ typeId: number; roleId: number }> {
  const [type, role] = kind === 'teacher' ? ['teachers', 'teachers'] : ['student', 'student'];
  const { rows } = await sql<{ type_id: number; role_id: number }>`
    SELECT type.id AS type_id, role.id AS role_id FROM account_types type JOIN roles role ON role.key = ${role}
     WHERE lower(type.name) = ${type} ORDER BY type.id LIMIT 1`.execute(db);
  if (!rows[0]) throw new Error(`there is no account type for a ${kind}`);
  return { typeId: rows[0].type_id, roleId: rows[0].role_id };
}

/** Returns the addresses of accounts. */
export async function listEmails(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; email: string }>`SELECT id, email FROM people WHERE id = ANY(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
