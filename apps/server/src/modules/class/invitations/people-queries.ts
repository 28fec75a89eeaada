import type { ClassRole } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, nameOrder } from '../../../platform/database/index.ts';
import { contains, wordsOf } from '../../../platform/fold-queries.ts';
import type { PageRequest } from '../../../platform/lists.ts';
import { invitedAccount } from './queries.ts';

export interface ClassPersonRow {
  account_id: number | null;
  invitation_id: number | null;
  first_name: string;
  last_name: string;
  email: string;
  picture_file_id: number | null;
  is_owner: boolean;
}

export interface PeopleSearch {
  courseId: number;
  role: ClassRole;
  search_text: string;
  /** True for members, false for invited people, null for both. */
  isMember: boolean | null;
  /** True for staff, who can also search by address and see who is invited. */
  seesAll: boolean;
}

const members = (courseId: number, role: ClassRole): RawBuilder<unknown> => sql`
  SELECT people.id AS account_id, NULL::bigint AS invitation_id, people.first_name, people.last_name, people.email, people.picture_file_id,
         class_facts.owner_id = people.id AS is_owner, people.first_key, people.last_key, people.email_key
    FROM class_standings standing JOIN people ON people.id = standing.account_id JOIN class_facts ON class_facts.id = standing.course_id
   WHERE standing.course_id = ${courseId} AND standing.left_at IS NULL AND standing.role = ${role}`;

const invited = (courseId: number, role: ClassRole): RawBuilder<unknown> => sql`
  SELECT people.id AS account_id, invitations.id AS invitation_id, coalesce(people.first_name, '') AS first_name, coalesce(people.last_name, '') AS last_name,
         invitations.email, people.picture_file_id, false AS is_owner,
         coalesce(people.first_key, '') AS first_key, coalesce(people.last_key, '') AS last_key, invitations.email_key
    FROM invitations JOIN class_facts ON class_facts.id = invitations.course_id ${invitedAccount}
   WHERE invitations.course_id = ${courseId} AND invitations.role = ${role} AND invitations.accepted_at IS NULL AND invitations.deleted_at IS NULL`;

function listed({ courseId, role, search_text, isMember, seesAll }: PeopleSearch): RawBuilder<unknown> {
  const parts = [...(isMember === false ? [] : [members(courseId, role)]), ...(isMember === true || !seesAll ? [] : [invited(courseId, role)])];
  const words = wordsOf(search_text).map((word) => {
    const byAddress = seesAll ? sql`OR email_key LIKE ${contains(word)}` : sql``;
    return sql`AND (first_key LIKE ${contains(word)} OR last_key LIKE ${contains(word)} ${byAddress})`;
  });
  const from = parts.length === 0 ? sql`${members(courseId, role)} AND false` : sql.join(parts, sql` UNION ALL `);
  return sql`FROM (${from}) person WHERE true ${sql.join(words, sql` `)}`;
}

/** Lists people by name, the owner first; addresses without an account come last. */
export async function listPeople(db: Db, search: PeopleSearch & PageRequest): Promise<ClassPersonRow[]> {
  const { rows } = await sql<ClassPersonRow>`
    SELECT account_id, invitation_id, first_name, last_name, email, picture_file_id, is_owner ${listed(search)}
     ORDER BY is_owner DESC, account_id IS NULL, ${nameOrder(null)}, email, account_id
     LIMIT ${search.per_page} OFFSET ${(search.page - 1) * search.per_page}`.execute(db);
  return rows;
}

export async function countPeople(db: Db, search: PeopleSearch): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total ${listed(search)}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** Counts the members and the invited people of a class in a role. */
export async function countRole(db: Db, courseId: number, role: ClassRole): Promise<{ member_count: number; invited_count: number }> {
  const { rows } = await sql<{ members: number; invited: number }>`
    SELECT (SELECT count(*) FROM class_standings WHERE course_id = ${courseId} AND role = ${role} AND left_at IS NULL) AS members,
           (SELECT count(*) FROM invitations WHERE course_id = ${courseId} AND role = ${role} AND accepted_at IS NULL AND deleted_at IS NULL) AS invited`.execute(
    db,
  );
  return { member_count: Number(rows[0]?.members ?? 0), invited_count: Number(rows[0]?.invited ?? 0) };
}

export interface StandingRow {
  account_id: number;
  role: ClassRole;
  has_left: boolean;
  name: string;
}

/** Returns the given people who are or were in a class. */
export async function listStandings(db: Db, courseId: number, accountIds: readonly number[]): Promise<StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    SELECT standing.account_id, standing.role, standing.left_at IS NOT NULL AS has_left, people.full_name AS name
      FROM class_standings standing JOIN people ON people.id = standing.account_id
     WHERE standing.course_id = ${courseId} AND standing.account_id = ANY(${[...accountIds]}::bigint[])`.execute(db);
  return rows;
}
