import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { toContainsPattern } from '../../platform/lists.ts';

export interface StudentRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  picture_file_id: number | null;
}

export interface StudentSearch {
  /** Of this school alone; null: of all. */
  reach: number | null;
  /** Of this class alone. */
  courseId: number | null;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
}

type Sql = RawBuilder<unknown>;

/** Active students: those of the account type, or whoever learns in the class. */
function conditionsOf({ reach, courseId, first_name, last_name, email, phone_number }: StudentSearch): Sql {
  const conditions: Sql[] = [sql`accounts.status`];
  if (courseId === null) conditions.push(sql`account_types.name ILIKE 'student'`);
  else
    conditions.push(
      sql`EXISTS (SELECT 1 FROM course_members member WHERE member.account_id = accounts.id AND member.course_id = ${courseId} AND member.role = 'STUDENT' AND member.left_at IS NULL)`,
    );
  if (reach !== null) conditions.push(sql`accounts.school_id = ${reach}`);
  if (first_name !== '') conditions.push(sql`accounts.first_key LIKE fold_name(${toContainsPattern(first_name)})`);
  if (last_name !== '') conditions.push(sql`accounts.last_key LIKE fold_name(${toContainsPattern(last_name)})`);
  if (email !== '') conditions.push(sql`accounts.email_key LIKE ${toContainsPattern(email.normalize('NFKC').toLowerCase())}`);
  const digits = phone_number.replace(/\D/g, '');
  if (phone_number !== '')
    conditions.push(sql`regexp_replace(accounts.phone_number, '\\D', '', 'g') LIKE ${toContainsPattern(digits === '' ? phone_number : digits)}`);
  return sql.join(conditions, sql` AND `);
}

const SOURCE = sql`accounts JOIN account_types ON account_types.id = accounts.account_type_id`;

export async function listStudents(db: Db, search: StudentSearch, page: { limit: number; offset: number }): Promise<StudentRow[]> {
  const { rows } = await sql<StudentRow>`
    SELECT accounts.id, first_name, last_name, email, phone_number, picture_file_id FROM ${SOURCE} WHERE ${conditionsOf(search)}
     ORDER BY last_name COLLATE natural_order, first_name COLLATE natural_order, accounts.id LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return rows;
}

export async function countStudents(db: Db, search: StudentSearch): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM ${SOURCE} WHERE ${conditionsOf(search)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Those of the accounts that learn in a class which this person owns or teaches now. */
export async function listOwnStudents(db: Db, staffId: number, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT DISTINCT learner.account_id
      FROM course_members learner JOIN courses ON courses.id = learner.course_id AND courses.archived_at IS NULL
     WHERE learner.account_id = ANY(${[...accountIds]}::bigint[]) AND learner.role = 'STUDENT' AND learner.left_at IS NULL
       AND (courses.owner_id = ${staffId} OR EXISTS (SELECT 1 FROM course_members teacher WHERE teacher.course_id = courses.id AND teacher.account_id = ${staffId}
                                                       AND teacher.role = 'TEACHER' AND teacher.left_at IS NULL))`.execute(db);
  return rows.map(({ account_id }) => account_id);
}
