import type { CensorshipEntry } from '@classwright/rules/censorship/index';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { isOffered, isOfSchool } from '../../../platform/reach-queries.ts';

export interface ListsInForce {
  /** The version of the word lists. Every change increases it. */
  version: number;
  /** The class's school if it has words or levels of its own, otherwise null: then the lists of all schools are in force. */
  schoolId: number | null;
  /** The levels that the class's school has in force, or null for every active level. */
  levels: number[] | null;
}

/** Returns the rules by which a class is censored now. @throws when there is no such class */
export async function getListsInForce(db: Db, courseId: number): Promise<ListsInForce> {
  const { rows } = await sql<{ version: number; school_id: number | null; levels: unknown }>`
    SELECT version, schools.settings -> 'censorship_levels' AS levels,
           CASE WHEN EXISTS (SELECT FROM censorship_words WHERE school_id = schools.id) OR EXISTS (SELECT FROM censorship_levels WHERE school_id = schools.id)
                THEN schools.id END AS school_id
      FROM censorship_version, lesson_classes JOIN schools ON schools.id = lesson_classes.school_id
     WHERE lesson_classes.id = ${courseId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`there is no class ${courseId}`);
  const levels = Array.isArray(row.levels) ? row.levels.filter((level) => typeof level === 'number') : null;
  return { version: row.version, schoolId: row.school_id, levels };
}

/**
 * Returns the active words of active levels: of all schools, and with a school its own words and levels, which replace
 * those that they were copied from. A level and its copy count as one, named by the shared one.
 */
export async function listEntries(db: Db, schoolId: number | null): Promise<CensorshipEntry[]> {
  const { rows } = await sql<CensorshipEntry>`
    SELECT t.id, t.name, coalesce(level.replaces_id, level.id) AS "levelId", t.replace_with AS "replaceWith"
      FROM censorship_words t
      JOIN censorship_levels level ON level.id = t.censorship_id
      LEFT JOIN censorship_levels own ON own.replaces_id = coalesce(level.replaces_id, level.id) AND own.school_id = ${schoolId}::bigint
     WHERE t.is_active AND coalesce(own.is_active, level.is_active)
       AND ${schoolId === null ? isOfSchool(null) : isOffered({ schoolId }, 'censorship_words', false)}
     ORDER BY t.id`.execute(db);
  return rows;
}

/** Returns the shared level for each copy that a school has. */
export async function listCopiedLevels(db: Db, schoolId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; replaces_id: number }>`
    SELECT id, replaces_id FROM censorship_levels WHERE school_id = ${schoolId} AND replaces_id IS NOT NULL`.execute(db);
  return new Map(rows.map(({ id, replaces_id }) => [id, replaces_id]));
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
