import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { contains, startsWith, wordsOf } from '../../platform/fold-queries.ts';
import type { Reach, Whose } from '../../platform/reach.ts';
import { isInReach, unlessEverybody } from '../../platform/reach-queries.ts';

export interface Typed {
  query: string;
  limit: number;
}

/** Rows whose name has every word that was typed; names that start with it come first. */
async function listNamed<Row>(
  db: Db,
  { query, limit }: Typed,
  { columns, from, name, where }: { columns: RawBuilder<unknown>; from: RawBuilder<unknown>; name: RawBuilder<unknown>; where: RawBuilder<unknown> },
): Promise<Row[]> {
  const words = wordsOf(query).map((word) => sql`AND name_key(${name}) LIKE ${contains(word)}`);
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM ${from} WHERE ${where} ${sql.join(words, sql` `)}
     ORDER BY name_key(${name}) LIKE ${startsWith(query.trim())} DESC, ${name} COLLATE natural_order, t.id LIMIT ${limit}`.execute(db);
  return rows;
}

export interface Named {
  id: number;
  name: string;
}
export type NamedList = 'question_subjects' | 'question_grades' | 'standards' | 'protocols' | 'groups';

export async function suggestRows(db: Db, table: NamedList, typed: Typed): Promise<Named[]> {
  const isOffered = table === 'groups' ? sql`t.archived_at IS NULL AND t.is_active` : sql`t.archived_at IS NULL`;
  return listNamed(db, typed, { columns: sql`t.id, t.name`, from: sql`${sql.table(table)} t`, name: sql`t.name`, where: isOffered });
}

export async function suggestSchoolRows(db: Db, typed: Typed, reach: Reach): Promise<(Named & { school_name: string })[]> {
  return listNamed(db, typed, {
    columns: sql`t.id, t.school_name AS name, t.school_name`,
    from: sql`schools t`,
    name: sql`t.school_name`,
    where: sql`t.archived_at IS NULL AND ${isInReach(reach, 't.id')}`,
  });
}

/** Active classes that somebody is in now. */
const isOffered = (course: string, whose: Whose): RawBuilder<unknown> =>
  sql`${sql.ref(`${course}.archived_at`)} IS NULL AND ${sql.ref(`${course}.course_state`)} = 'ACTIVE' AND ${unlessEverybody(
    whose,
    (accountId) =>
      sql`EXISTS (SELECT 1 FROM course_members member WHERE member.course_id = ${sql.ref(`${course}.id`)} AND member.account_id = ${accountId} AND member.left_at IS NULL)`,
  )}`;

export async function suggestClassRows(db: Db, typed: Typed, whose: Whose): Promise<(Named & { section: string })[]> {
  return listNamed(db, typed, {
    columns: sql`t.id, t.name, t.section`,
    from: sql`courses t`,
    name: sql`concat_ws(' ', t.name, nullif(t.section, ''))`,
    where: isOffered('t', whose),
  });
}

export async function suggestTopicRows(db: Db, typed: Typed, whose: Whose): Promise<(Named & { class_id: number; class_name: string })[]> {
  return listNamed(db, typed, {
    columns: sql`t.id, t.name, courses.id AS class_id, courses.name AS class_name`,
    from: sql`course_topics t JOIN courses ON courses.id = t.course_id`,
    name: sql`t.name`,
    where: sql`t.archived_at IS NULL AND ${isOffered('courses', whose)}`,
  });
}

export interface PersonRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
}

export interface PeopleOf {
  /** The name of an account type; null: of every type, deactivated accounts too. */
  type: 'teachers' | 'student' | null;
  reach: Reach;
}

/** People each of whose typed words stands in first name, last name or e-mail. Uses the index of the accounts' search where there is one. */
export async function suggestPeople(db: Db, { query, limit }: Typed, { type, reach }: PeopleOf): Promise<PersonRow[]> {
  const words = wordsOf(query).map(
    (word) => sql`AND (t.first_key LIKE ${contains(word)} OR t.last_key LIKE ${contains(word)} OR t.email_key LIKE ${contains(word)})`,
  );
  const ofType = type === null ? sql`true` : sql`t.status AND t.account_type_id IN (SELECT id FROM account_types WHERE lower(name) = ${type})`;
  const first = startsWith(query.trim());
  const { rows } = await sql<PersonRow>`
    SELECT t.id, t.first_name, t.last_name, t.email FROM accounts t
     WHERE ${ofType} AND ${isInReach(reach, 't.school_id')} ${sql.join(words, sql` `)}
     ORDER BY ${words.length > 0 ? sql`(t.last_key LIKE ${first} OR t.first_key LIKE ${first} OR t.email_key LIKE ${first}) DESC,` : sql``}
              t.last_name COLLATE natural_order, t.first_name COLLATE natural_order, t.id
     LIMIT ${limit}`.execute(db);
  return rows;
}
