import type { CensorshipEntry } from '@classwright/rules/censorship/index';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export interface ListsInForce {
  /** The version of the word lists. Every change increases it. */
  version: number;
  /** The levels that the class's school has in force, or null for every active level. */
  levels: number[] | null;
}

/** Returns the rules by which a class is censored now. @throws when there is no such class */
export async function getListsInForce(db: Db, courseId: number): Promise<ListsInForce> {
  const { rows } = await sql<{ version: number; levels: unknown }>`
    SELECT version, schools.settings -> 'censorship_levels' AS levels
      FROM censorship_version, lesson_classes JOIN schools ON schools.id = lesson_classes.school_id
     WHERE lesson_classes.id = ${courseId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`there is no class ${courseId}`);
  return { version: row.version, levels: Array.isArray(row.levels) ? row.levels.filter((level) => typeof level === 'number') : null };
}

/** Returns the active words of active levels. */
export async function listEntries(db: Db): Promise<CensorshipEntry[]> {
  return db
    .selectFrom('censorship_words as word')
    .innerJoin('censorship_levels as level', 'level.id', 'word.censorship_id')
    .select(['word.id', 'word.name', 'word.censorship_id as levelId', 'word.replace_with as replaceWith'])
    .where('word.is_active', '=', true)
    .where('level.is_active', '=', true)
    .orderBy('word.id')
    .execute();
}

/** Returns the first and last names of the people of a class, as they are written. */
export async function listClassNames(db: Db, courseId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT concat_ws(' ', first_name, last_name) AS name
      FROM lesson_people
     WHERE id IN (SELECT account_id FROM class_people WHERE course_id = ${courseId})`.execute(db);
  return rows.map(({ name }) => name);
}

export type SubjectType = 'live_post' | 'post_comment' | 'comment_reply' | 'announcement_comment';

/** A text in its original form, and as others read it. Rich text is a document, plain text a string. */
export interface NewOriginal {
  subject_type: SubjectType;
  subject_id: number;
  field: string;
  account_id: number;
  course_id: number;
  assessment_id: number | null;
  form: string | null;
  original: unknown;
  shown: unknown;
  words: string[];
}

export async function insertOriginals(tx: Tx, originals: readonly NewOriginal[]): Promise<void> {
  if (originals.length === 0) return;
  await tx
    .insertInto('censored_originals')
    .values(originals.map((row) => ({ ...row, original: JSON.stringify(row.original), shown: JSON.stringify(row.shown) })))
    .onConflict((conflict) => conflict.columns(['subject_type', 'subject_id', 'field']).doNothing())
    .execute();
}
