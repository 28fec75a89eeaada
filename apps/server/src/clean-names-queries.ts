import { sql } from 'kysely';
import { isTakenAlready, type Tx } from './platform/database/index.ts';

/** A table with names. Names that must be unique are in the first column. */
export interface NamedTable {
  readonly name: string;
  /** The integer column by which the table is read in steps. Several rows may share a value. */
  readonly id: string;
  readonly columns: readonly string[];
}

export interface DirtyRow {
  readonly id: number;
  /** The row's physical location while it is locked. */
  readonly place: string;
  /** The names, in the order of the columns. */
  readonly names: readonly (string | null)[];
}

/** The characters that `cleanedText` removes or turns into a space, as an expression of the database. */
const HIDDEN = '[\\u0001-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]';

/** Returns the smallest id above `lastId` in any of the tables, or null. */
export async function findFirstIdAfter(tx: Tx, tables: readonly NamedTable[], lastId: number): Promise<number | null> {
  const each = tables.map(({ name, id }) => sql`SELECT min(${sql.ref(id)}) AS id FROM ${sql.table(name)} WHERE ${sql.ref(id)} > ${lastId}`);
  const { rows } = await sql<{ id: number | null }>`SELECT min(id) AS id FROM (${sql.join(each, sql` UNION ALL `)}) every`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * Returns the rows between two ids that have an invisible character in a name. They are locked until the transaction
 * ends.
 */
export async function listDirty(tx: Tx, { name, id, columns }: NamedTable, first: number, last: number): Promise<DirtyRow[]> {
  const hides = columns.map((column) => sql`${sql.ref(column)} ~ ${HIDDEN}`);
  const { rows } = await sql<DirtyRow>`
    SELECT ${sql.ref(id)} AS id, ctid::text AS place, ARRAY[${sql.join(columns.map((column) => sql.ref(column)))}] AS names FROM ${sql.table(name)}
     WHERE ${sql.ref(id)} BETWEEN ${first} AND ${last} AND (${sql.join(hides, sql` OR `)})
     ORDER BY 1 FOR UPDATE`.execute(tx);
  return rows;
}

/** Saves the names of a row. Returns false when another row already has the name. */
export async function saveNames(tx: Tx, { name, columns }: NamedTable, row: Pick<DirtyRow, 'place' | 'names'>): Promise<boolean> {
  const set = columns.map((column, place) => sql`${sql.ref(column)} = ${row.names[place] ?? null}`);
  await sql`SAVEPOINT names`.execute(tx);
  try {
    await sql`UPDATE ${sql.table(name)} SET ${sql.join(set)} WHERE ctid = ${row.place}::tid`.execute(tx);
    await sql`RELEASE SAVEPOINT names`.execute(tx);
    return true;
  } catch (error) {
    if (!isTakenAlready(error)) throw error;
    await sql`ROLLBACK TO SAVEPOINT names`.execute(tx);
    return false;
  }
}
