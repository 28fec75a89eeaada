import type { CalculationType } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export interface GradeSettingRow {
  id: number;
  course_id: number;
  calculation_type: CalculationType;
  show_grade: boolean;
  exclude_missing: boolean;
  updated_at: Date;
}

export async function findSetting(db: Db, courseId: number): Promise<GradeSettingRow | null> {
  const { rows } = await sql<GradeSettingRow>`
    SELECT id, course_id, calculation_type, show_grade, exclude_missing, updated_at FROM grade_settings WHERE course_id = ${courseId}`.execute(db);
  return rows[0] ?? null;
}

/** Locks the setting until commit. Returns null when there is none. */
export async function lockSetting(tx: Tx, id: number): Promise<GradeSettingRow | null> {
  const { rows } = await sql<GradeSettingRow>`
    SELECT id, course_id, calculation_type, show_grade, exclude_missing, updated_at FROM grade_settings WHERE id = ${id} FOR UPDATE`.execute(tx);
  return rows[0] ?? null;
}

export type SettingValues = Pick<GradeSettingRow, 'calculation_type' | 'show_grade' | 'exclude_missing'>;

/** Creates the setting of a class. Returns false when the class has one already. */
export async function insertSetting(tx: Tx, courseId: number, values: SettingValues): Promise<boolean> {
  const row = await tx
    .insertInto('grade_settings')
    .values({ course_id: courseId, ...values })
    .onConflict((conflict) => conflict.column('course_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateSetting(tx: Tx, id: number, values: SettingValues): Promise<void> {
  await tx.updateTable('grade_settings').set(values).where('id', '=', id).execute();
}

export interface CategoryRow {
  id: number;
  name: string;
  point: number;
  drop_lowest: number;
  work_count: number;
}

/** Returns the categories of a class in their order, each with the number of its works. */
export async function listCategories(db: Db, courseId: number): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    SELECT category.id, category.name, category.point, category.drop_lowest,
           (SELECT count(*) FROM course_works work WHERE work.category_id = category.id AND work.archived_at IS NULL) AS work_count
      FROM grade_categories category
     WHERE category.course_id = ${courseId} AND category.archived_at IS NULL ORDER BY category.position, category.id`.execute(db);
  return rows;
}

/** Locks the categories of a class until commit, so that no work gets a category that is being removed. */
export async function lockCategories(tx: Tx, courseId: number): Promise<void> {
  await sql`SELECT id FROM grade_categories WHERE course_id = ${courseId} AND archived_at IS NULL ORDER BY id FOR UPDATE`.execute(tx);
}

/** Sets the category of works of a class that have none. Returns the number of changed works. */
export async function setFreeCategories(tx: Tx, courseId: number, given: readonly { workId: number; categoryId: number }[]): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE course_works SET category_id = given.category_id
      FROM unnest(${given.map(({ workId }) => workId)}::bigint[], ${given.map(({ categoryId }) => categoryId)}::bigint[]) AS given (work_id, category_id)
     WHERE course_works.id = given.work_id AND course_works.course_id = ${courseId} AND course_works.category_id IS NULL
       AND course_works.archived_at IS NULL`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export interface CategoryValues {
  /** The id of an existing category; undefined for a new one. */
  id: number | undefined;
  name: string;
  point: number;
  drop_lowest: number;
}

/** Replaces the categories of a class, in this order. Works of removed categories lose theirs. */
export async function replaceCategories(tx: Tx, courseId: number, categories: readonly CategoryValues[]): Promise<void> {
  const kept = categories.flatMap(({ id }) => id ?? []);
  const gone = sql`SELECT id FROM grade_categories WHERE course_id = ${courseId} AND archived_at IS NULL AND NOT id = ANY(${kept}::bigint[])`;
  await sql`UPDATE course_works SET category_id = NULL WHERE category_id IN (${gone})`.execute(tx);
  await sql`UPDATE grade_categories SET archived_at = app_now() WHERE id IN (${gone})`.execute(tx);
  const placed = categories.map((category, index) => ({ ...category, position: index + 1 }));
  const old = placed.flatMap(({ id, ...values }) => (id === undefined ? [] : [{ id, ...values }]));
  if (old.length > 0)
    await sql`
      UPDATE grade_categories SET name = wanted.name, point = wanted.point, drop_lowest = wanted.drop_lowest, position = wanted.position
        FROM unnest(${old.map(({ id }) => id)}::bigint[], ${old.map(({ name }) => name)}::text[], ${old.map(({ point }) => point)}::numeric[],
                    ${old.map((one) => one.drop_lowest)}::smallint[], ${old.map(({ position }) => position)}::smallint[])
             AS wanted (id, name, point, drop_lowest, position)
       WHERE grade_categories.id = wanted.id`.execute(tx);
  const added = placed.filter(({ id }) => id === undefined).map(({ id: _id, ...values }) => ({ course_id: courseId, ...values }));
  if (added.length > 0) await tx.insertInto('grade_categories').values(added).execute();
}
