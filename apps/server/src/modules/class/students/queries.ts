import type { STUDENT_SORTS } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, familyNameOrder, firstNameOrder } from '../../../platform/database/index.ts';
import { toContainsPattern } from '../../../platform/lists.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';

export interface StudentRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  school_name: string | null;
  has_password: boolean;
  picture_file_id: number | null;
}

export interface StudentSearch {
  reach: Reach;
  /** The class to which the search is limited. */
  courseId: number | null;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  has_password?: boolean | undefined;
  sort: (typeof STUDENT_SORTS)[number];
  direction: 'asc' | 'desc';
}

type Sql = RawBuilder<unknown>;

/** Returns the conditions for active students: those of the account type, or the students of the class. */
function conditionsOf({ reach, courseId, first_name, last_name, email, phone_number, has_password }: StudentSearch): Sql {
  const conditions: Sql[] = [sql`people.status`, isInReach(reach, 'people.school_id')];
  if (courseId === null) conditions.push(sql`account_types.name ILIKE 'student'`);
  else conditions.push(sql`people.id IN (SELECT account_id FROM class_students WHERE course_id = ${courseId})`);
  if (first_name !== '') conditions.push(sql`people.first_key LIKE fold_name(${toContainsPattern(first_name)})`);
  if (last_name !== '') conditions.push(sql`people.last_key LIKE fold_name(${toContainsPattern(last_name)})`);
  if (email !== '') conditions.push(sql`people.email_key LIKE ${toContainsPattern(email.normalize('NFKC').toLowerCase())}`);
  const digits = phone_number.replace(/\D/g, '');
  if (phone_number !== '')
    conditions.push(sql`regexp_replace(people.phone_number, '\\D', '', 'g') LIKE ${toContainsPattern(digits === '' ? phone_number : digits)}`);
  if (has_password !== undefined) conditions.push(has_password ? sql`has_password` : sql`NOT has_password`);
  return sql.join(conditions, sql` AND `);
}

const SOURCE = sql`people JOIN account_types ON account_types.id = people.account_type_id LEFT JOIN schools ON schools.id = people.school_id`;

const [LAST, FIRST] = [familyNameOrder('people'), firstNameOrder('people')];
const SORTS: Readonly<Record<StudentSearch['sort'], readonly Sql[]>> = {
  last_name: [LAST, FIRST],
  first_name: [FIRST, LAST],
  email: [sql`email_key`],
  school_name: [sql`school_name COLLATE natural_order`, LAST, FIRST],
};

/** Returns the sort order: the chosen column first, then names. */
function orderOf({ sort, direction }: StudentSearch): Sql {
  const [first, ...others] = SORTS[sort];
  return sql.join([sql`${first} ${direction === 'desc' ? sql`DESC NULLS LAST` : sql`ASC NULLS FIRST`}`, ...others, sql`people.id`]);
}

export async function listStudents(db: Db, search: StudentSearch, page: { limit: number; offset: number }): Promise<StudentRow[]> {
  const { rows } = await sql<StudentRow>`
    SELECT people.id, first_name, last_name, email, phone_number, school_name, has_password, picture_file_id
      FROM ${SOURCE} WHERE ${conditionsOf(search)} ORDER BY ${orderOf(search)} LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return rows;
}

export async function listStudentIds(db: Db, search: StudentSearch, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT people.id FROM ${SOURCE} WHERE ${conditionsOf(search)} ORDER BY ${orderOf(search)} LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function hasSeveralSchools(db: Db): Promise<boolean> {
  const rows = await db.selectFrom('schools').select('id').where('archived_at', 'is', null).limit(2).execute();
  return rows.length > 1;
}

export async function countStudents(db: Db, search: StudentSearch): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM ${SOURCE} WHERE ${conditionsOf(search)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns the given accounts that are students of a class whose staff this person belongs to now. */
export async function listOwnStudents(db: Db, staffId: number, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT DISTINCT learner.account_id
      FROM class_students learner JOIN class_facts ON class_facts.id = learner.course_id AND class_facts.archived_at IS NULL
      JOIN class_staff staff ON staff.course_id = class_facts.id AND staff.account_id = ${staffId}
     WHERE learner.account_id = ANY(${[...accountIds]}::bigint[])`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/**
 * Returns the label for handing out cards, by account: the requested class; without one, the most common level of the
 * person's classes, and the class if it is the only one. People without a class are left out.
 */
export async function listPlaces(db: Db, accountIds: readonly number[], courseId: number | null): Promise<Map<number, string>> {
  const { rows } = await sql<{ account_id: number; place: string }>`
    SELECT member.account_id,
           CASE WHEN ${courseId}::bigint IS NULL
                THEN concat_ws(' · ', mode() WITHIN GROUP (ORDER BY levels.name), CASE WHEN count(*) = 1 THEN min(class_name) END)
                ELSE min(class_name) END AS place
      FROM class_students member JOIN class_facts ON class_facts.id = member.course_id AND class_facts.archived_at IS NULL LEFT JOIN levels ON levels.id = class_facts.level_id,
           -- many a class has its section in its name already
           LATERAL concat_ws(' ', class_facts.name, CASE WHEN strpos(class_facts.name, section) = 0 THEN section END) AS class_name
     WHERE member.account_id = ANY(${[...accountIds]}::bigint[])
       AND (${courseId}::bigint IS NULL OR class_facts.id = ${courseId})
     GROUP BY member.account_id`.execute(db);
  return new Map(rows.map(({ account_id, place }) => [account_id, place]));
}

/** Returns the time zone of these people's school; of the first one if there are several. */
export async function zoneOf(db: Db, accountIds: readonly number[]): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`
    SELECT coalesce((SELECT schools.time_zone FROM people JOIN schools ON schools.id = people.school_id
                      WHERE people.id = ANY(${[...accountIds]}::bigint[]) ORDER BY schools.id LIMIT 1), first_school_zone()) AS time_zone`.execute(db);
  return rows[0]?.time_zone ?? 'UTC';
}
