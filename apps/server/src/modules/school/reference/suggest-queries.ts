import { sql } from 'kysely';
import { type Db, nameOrder } from '../../../platform/database/index.ts';
import { isAddress, isCalled, isNamed, listNamed, startsWith, type Typed, wordsOf } from '../../../platform/fold-queries.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach, isOffered } from '../../../platform/reach-queries.ts';

export interface Named {
  id: number;
  name: string;
}
export type NamedList = 'question_subjects' | 'question_grades' | 'standards' | 'protocols' | 'groups';

export async function suggestRows(db: Db, table: NamedList, typed: Typed, reach: Reach): Promise<Named[]> {
  const isInUse = table === 'groups' ? sql`t.archived_at IS NULL AND t.is_active` : sql`t.archived_at IS NULL`;
  return listNamed(db, typed, {
    columns: sql`t.id, t.name`,
    from: sql`${sql.table(table)} t`,
    name: sql`t.name`,
    where: sql`${isInUse} AND ${isOffered(reach, table, true)}`,
  });
}

export async function suggestSchoolRows(db: Db, typed: Typed, reach: Reach): Promise<(Named & { school_name: string })[]> {
  return listNamed(db, typed, {
    columns: sql`t.id, t.school_name AS name, t.school_name`,
    from: sql`schools t`,
    name: sql`t.school_name`,
    where: sql`t.archived_at IS NULL AND ${isInReach(reach, 't.id')}`,
  });
}

export interface PersonRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
}

export interface PeopleOf {
  /** The name of an account type; null for every type, including deactivated accounts. */
  type: 'teachers' | 'student' | null;
  reach: Reach;
}

/**
 * Suggests active students by name, or by address if all of it was typed: only then is it shown. People who may not
 * read the school's accounts cannot list its addresses by trying letters.
 */
export async function suggestStudentNames(db: Db, { query, limit }: Typed, reach: Reach): Promise<PersonRow[]> {
  if ([...query.trim()].length < FEWEST_LETTERS) return [];
  const first = startsWith(query.trim());
  const { rows } = await sql<PersonRow>`
    SELECT t.id, t.first_name, t.last_name, CASE WHEN ${isAddress(query, 't')} THEN t.email ELSE '' END AS email FROM people t
     WHERE t.status AND t.account_type_id IN (SELECT id FROM account_types WHERE lower(name) = 'student')
       AND ${isInReach(reach, 't.school_id')} AND (${isCalled(query, 't')} OR ${isAddress(query, 't')})
     ORDER BY (t.last_key LIKE ${first} OR t.first_key LIKE ${first}) DESC,
              ${nameOrder('t')}, t.id
     LIMIT ${limit}`.execute(db);
  return rows;
}
const FEWEST_LETTERS = 2;

/**
 * Suggests people whose first name, last name or email contains each typed word. Uses the index of the account search
 * if possible.
 */
export async function suggestPeople(db: Db, { query, limit }: Typed, { type, reach }: PeopleOf): Promise<PersonRow[]> {
  const ofType = type === null ? sql`true` : sql`t.status AND t.account_type_id IN (SELECT id FROM account_types WHERE lower(name) = ${type})`;
  const first = startsWith(query.trim());
  const { rows } = await sql<PersonRow>`
    SELECT t.id, t.first_name, t.last_name, t.email FROM people t
     WHERE ${ofType} AND ${isInReach(reach, 't.school_id')} AND ${isNamed(query, 't')}
     ORDER BY ${wordsOf(query).length > 0 ? sql`(t.last_key LIKE ${first} OR t.first_key LIKE ${first} OR t.email_key LIKE ${first}) DESC,` : sql``}
              ${nameOrder('t')}, t.id
     LIMIT ${limit}`.execute(db);
  return rows;
}
