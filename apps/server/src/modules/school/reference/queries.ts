import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';

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

/** Returns the name of the only active school; null if there are several or none. */
export async function findOnlySchoolName(db: Db): Promise<string | null> {
  const [only, ...others] = await db.selectFrom('schools').select('school_name').where('archived_at', 'is', null).limit(2).execute();
  return only && others.length === 0 ? only.school_name : null;
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
