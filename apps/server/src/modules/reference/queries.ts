import type { Insertable, Selectable } from 'kysely';
import type { Database, Db, Tx } from '../../platform/database/index.ts';

/** Every list, with the column that names its rows. */
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

/** What a new row of a list is made of; the database fills in the rest. */
export type ReferenceValues<L extends ReferenceList> = Omit<Insertable<Database[L]>, 'id' | 'created_at' | 'updated_at' | 'archived_at'>;

export async function createReferenceRow<L extends ReferenceList>(tx: Tx, list: L, values: ReferenceValues<L>): Promise<number> {
  const { id } = await tx
    .insertInto(list as 'levels')
    .values(values as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The rows in use, by name. */
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
