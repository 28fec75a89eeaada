import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { type PageRequest, toContainsPattern } from '../../../platform/lists.ts';
import type { PersonScope } from '../../../platform/reach.ts';
import { unlessEverybody } from '../../../platform/reach-queries.ts';
import type { SubjectType } from './queries.ts';

export interface CensoredRow {
  id: number;
  subject_type: SubjectType;
  account_id: number;
  first_name: string;
  last_name: string;
  course_id: number;
  course_name: string;
  assessment_id: number | null;
  assessment_title: string | null;
  form: string | null;
  shown: unknown;
  created_at: Date;
  reviewed_at: Date | null;
  reviewed_by: string | null;
}

/** Matches texts of the classes in which the person is staff now. */
const isReached = (reviewer: PersonScope) =>
  unlessEverybody(reviewer, (accountId) => sql`class_facts.id IN (SELECT course_id FROM class_staff WHERE account_id = ${accountId})`);

const selectTexts = (db: Db) =>
  db
    .selectFrom('censored_originals as kept')
    .innerJoin('people as writer', 'writer.id', 'kept.account_id')
    .innerJoin('class_facts', 'class_facts.id', 'kept.course_id')
    .innerJoin('schools', 'schools.id', 'class_facts.school_id')
    .leftJoin('assessments', 'assessments.id', 'kept.assessment_id')
    .leftJoin('people as reviewer', 'reviewer.id', 'kept.reviewed_by');

const selectRows = (db: Db) =>
  selectTexts(db).select([
    'kept.id',
    'kept.subject_type',
    'kept.account_id',
    'writer.first_name',
    'writer.last_name',
    'kept.course_id',
    'class_facts.name as course_name',
    'kept.assessment_id',
    'assessments.title as assessment_title',
    'kept.form',
    'kept.shown',
    'kept.created_at',
    'kept.reviewed_at',
    sql<string | null>`CASE WHEN reviewer.id IS NOT NULL THEN concat_ws(' ', reviewer.first_name, reviewer.last_name) END`.as('reviewed_by'),
  ]);

export interface TextFilter extends PageRequest {
  class_id?: number | undefined;
  account_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  reviewed?: boolean | undefined;
  search_text: string;
}

/**
 * Returns censored texts, newest first. Days are those of the class's school. A search covers names of people, classes
 * and assessments.
 */
export async function listCensoredTexts(db: Db, reviewer: PersonScope, filter: TextFilter): Promise<{ rows: CensoredRow[]; total: number }> {
  const { class_id = null, account_id = null, from = null, to = null, reviewed = null } = filter;
  const pattern = toContainsPattern(filter.search_text.trim());
  const writtenOn = sql`(kept.created_at AT TIME ZONE schools.time_zone)::date`;
  const isWanted = sql<boolean>`${isReached(reviewer)}
    AND (${class_id}::bigint IS NULL OR kept.course_id = ${class_id})
    AND (${account_id}::bigint IS NULL OR kept.account_id = ${account_id})
    AND (${from}::date IS NULL OR ${writtenOn} >= ${from}::date)
    AND (${to}::date IS NULL OR ${writtenOn} <= ${to}::date)
    AND (${reviewed}::boolean IS NULL OR (kept.reviewed_at IS NOT NULL) = ${reviewed})
    AND (${pattern} = '%%' OR writer.first_name || ' ' || writer.last_name ILIKE ${pattern} OR class_facts.name ILIKE ${pattern} OR assessments.title ILIKE ${pattern})`;
  const { total } = await selectTexts(db)
    .where(isWanted)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectRows(db)
    .where(isWanted)
    .orderBy('kept.created_at', 'desc')
    .orderBy('kept.id', 'desc')
    .limit(filter.per_page)
    .offset((filter.page - 1) * filter.per_page)
    .execute();
  return { rows, total };
}

/** Returns the classes within reach that have censored texts, by name. */
export async function listCensoredClasses(db: Db, reviewer: PersonScope): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('class_facts')
    .select(['class_facts.id', 'class_facts.name'])
    .where(isReached(reviewer))
    .where(({ exists, selectFrom }) => exists(selectFrom('censored_originals').select('id').whereRef('course_id', '=', 'class_facts.id')))
    .orderBy('class_facts.name')
    .orderBy('class_facts.id')
    .execute();
}

export async function findCensoredText(db: Db, reviewer: PersonScope, id: number): Promise<CensoredRow | null> {
  return (await selectRows(db).where('kept.id', '=', id).where(isReached(reviewer)).executeTakeFirst()) ?? null;
}

/** Returns the original text and the entries that matched. */
export async function getOriginal(db: Db, id: number): Promise<{ original: unknown; words: string[] }> {
  return db.selectFrom('censored_originals').select(['original', 'words']).where('id', '=', id).executeTakeFirstOrThrow();
}

/** Marks a text as reviewed, keeping the first reviewer; null removes the mark. Returns true when anything changed. */
export async function setReviewed(tx: Tx, id: number, reviewedBy: number | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('censored_originals')
    .set({ reviewed_by: reviewedBy, reviewed_at: reviewedBy === null ? null : sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('reviewed_at', reviewedBy === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
