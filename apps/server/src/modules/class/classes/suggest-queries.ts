import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import { listNamed, type Typed } from '../../../platform/fold-queries.ts';
import type { PersonScope } from '../../../platform/reach.ts';
import { unlessEverybody } from '../../../platform/reach-queries.ts';

interface Named {
  id: number;
  name: string;
}

/** Matches the person's current active classes. */
const isOffered = (course: string, whose: PersonScope): RawBuilder<unknown> =>
  sql`${sql.ref(`${course}.archived_at`)} IS NULL AND NOT ${sql.ref(`${course}.is_rehearsal`)} AND ${sql.ref(`${course}.course_state`)} = 'ACTIVE' AND ${unlessEverybody(
    whose,
    (accountId) => sql`${sql.ref(`${course}.id`)} IN (SELECT course_id FROM class_people WHERE account_id = ${accountId})`,
  )}`;

export async function suggestClassRows(db: Db, typed: Typed, whose: PersonScope): Promise<(Named & { section: string })[]> {
  return listNamed(db, typed, {
    columns: sql`t.id, t.name, t.section`,
    from: sql`courses t`,
    name: sql`concat_ws(' ', t.name, nullif(t.section, ''))`,
    where: isOffered('t', whose),
  });
}

export async function suggestTopicRows(db: Db, typed: Typed, whose: PersonScope): Promise<(Named & { class_id: number; class_name: string })[]> {
  return listNamed(db, typed, {
    columns: sql`t.id, t.name, courses.id AS class_id, courses.name AS class_name`,
    from: sql`course_topics t JOIN courses ON courses.id = t.course_id`,
    name: sql`t.name`,
    where: sql`t.archived_at IS NULL AND ${isOffered('courses', whose)}`,
  });
}
