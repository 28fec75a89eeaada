import { type Insertable, type Selectable, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Database, Db, Tx } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach, isOffered, isOfSchool } from '../../../platform/reach-queries.ts';
import { type SchoolOfSite, toSchoolOfSite } from '../../../platform/sites.ts';

/** Limits rows to periods of schools within reach; list statements call the table `t`. */
export const isPeriodInReach = (reach: Reach): RawBuilder<SqlBool> =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM marking_period_schools part WHERE part.marking_period_id = t.id AND ${isInReach(reach, 'part.school_id')})`;

interface Overlap {
  school_name: string;
  /** The names of the other periods, in order of their start. */
  others: string;
}

/** Lists active periods that share days and schools with an active one; the first and last days count. */
export async function listOverlaps(db: Db, periodId: number): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    SELECT schools.school_name, string_agg(other.name, ', ' ORDER BY other.start_date, other.id) AS others
      FROM marking_periods this
      JOIN marking_period_schools mine ON mine.marking_period_id = this.id
      JOIN marking_period_schools theirs ON theirs.school_id = mine.school_id AND theirs.marking_period_id <> this.id
      JOIN marking_periods other ON other.id = theirs.marking_period_id AND other.active AND other.archived_at IS NULL
                                AND other.start_date <= this.end_date AND other.end_date >= this.start_date
      JOIN schools ON schools.id = mine.school_id
     WHERE this.id = ${periodId} AND this.active
     GROUP BY schools.id, schools.school_name
     ORDER BY schools.school_name, schools.id`.execute(db);
  return rows;
}

/** Returns true when another active school has the same name, ignoring case. */
export async function hasSchoolOfSameName(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM schools this JOIN schools other ON other.id <> this.id AND other.archived_at IS NULL
       AND lower(NORMALIZE(other.school_name, NFKC)) = lower(NORMALIZE(this.school_name, NFKC)) WHERE this.id = ${id} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** The lists, each with the column that names its rows. */
export const REFERENCE_LISTS = {
  schools: 'school_name',
  question_types: 'name',
  question_grades: 'name',
  question_subjects: 'name',
  question_cycles: 'name',
  levels: 'name',
  standards: 'name',
  groups: 'name',
  protocols: 'name',
  assessment_periods: 'name',
} as const satisfies { [L in keyof Database]?: string };
export type ReferenceList = keyof typeof REFERENCE_LISTS;

/** The columns that a new row of a list needs; the database fills in the rest. */
export type ReferenceValues<L extends ReferenceList> = Omit<Insertable<Database[L]>, 'id' | 'created_at' | 'updated_at' | 'archived_at'>;

export async function createReferenceRow<L extends ReferenceList>(tx: Tx, list: L, values: ReferenceValues<L>): Promise<number> {
  const { id } = await tx
    .insertInto(list as 'levels')
    .values(values as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks an active row that nobody has changed since a moment, until commit. Returns its name, or null. */
export async function lockUnchangedRow(tx: Tx, list: ReferenceList, id: number, since: Date): Promise<string | null> {
  const name = REFERENCE_LISTS[list];
  const row = await tx
    .selectFrom(list as 'levels')
    .select(name as 'name')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .where('updated_at', '<=', since)
    .forUpdate()
    .executeTakeFirst();
  return row ? String((row as Record<string, unknown>)[name]) : null;
}

export async function archiveReferenceRow(tx: Tx, list: ReferenceList, id: number): Promise<void> {
  await tx
    .updateTable(list as 'levels')
    .set({ archived_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute();
}

/** Returns the only active school as everybody sees it; null if there are several or none. */
export async function findOnlySchool(db: Db): Promise<SchoolOfSite | null> {
  const { rows } = await sql<{ id: number; name: string; logo: string | null; color: string | null }>`
    SELECT id, school_name AS name, settings ->> 'logo' AS logo, settings ->> 'color' AS color FROM schools WHERE archived_at IS NULL LIMIT 2`.execute(db);
  const [only, ...others] = rows;
  return only && others.length === 0 ? toSchoolOfSite(only) : null;
}

/** Lists the active schools within reach, by name. */
export async function listOpenSchools(db: Db, reach: Reach, most: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, school_name AS name FROM schools WHERE archived_at IS NULL AND ${isInReach(reach, 'schools.id')}
     ORDER BY school_name COLLATE natural_order, id LIMIT ${most}`.execute(db);
  return rows;
}

export async function isOpenSchool(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM schools WHERE id = ${id} AND archived_at IS NULL`.execute(db);
  return rows.length > 0;
}

/** Lists the active rows, by name. */
export async function listReferenceRows<L extends ReferenceList>(db: Db, list: L): Promise<Selectable<Database[L]>[]> {
  const rows = await db
    .selectFrom(list as 'levels')
    .selectAll()
    .where('archived_at', 'is', null)
    .orderBy(REFERENCE_LISTS[list] as 'name')
    .orderBy('id')
    .execute();
  return rows as unknown as Selectable<Database[L]>[];
}

/**
 * Lists the active rows that are offered in a school, by name: its own, and those of all schools that it has not replaced
 * by its own. Null: only those of all schools.
 */
export async function listOfferedRows(db: Db, list: Exclude<ReferenceList, 'schools'>, schoolId: number | null): Promise<{ id: number; name: string }[]> {
  const perSchool = list === 'question_types' ? sql`true` : schoolId === null ? isOfSchool(null) : isOffered({ schoolId }, list, true);
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT t.id, t.name FROM ${sql.table(list)} AS t WHERE t.archived_at IS NULL AND ${perSchool} ORDER BY t.name, t.id`.execute(db);
  return rows;
}
