import { sql } from 'kysely';
import type { Db } from '../database/index.ts';

/** A column that refers to a table. */
export interface Pointer {
  table: string;
  column: string;
  /** True when its rows can be archived. */
  archives: boolean;
  /** The table of which these rows are parts, when its rows can be archived. */
  parent_table: string | null;
  parent_column: string | null;
  /** The column that marks rows of rehearsals, which are in no list and go on their own; null where there is none. */
  mark: 'is_rehearsal' | 'simulated_in' | null;
}

/** Tables that only record the past. They do not prevent a deletion, unless the row is erased for good. */
export const HISTORY: readonly string[] = ['audit_entries'];

/**
 * Returns every foreign key to a table, except those of its own parts, which are deleted with it,
 * and those of schools' copies, which stay without it.
 */
export async function listPointers(db: Db, table: string): Promise<Pointer[]> {
  const { rows } = await sql<Pointer>`
    SELECT pointing.relname AS "table", pointer.attname AS "column",
           EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = pointing.oid AND attname = 'archived_at' AND NOT attisdropped) AS archives,
           (SELECT attname::text FROM pg_attribute WHERE attrelid = pointing.oid AND attname IN ('is_rehearsal', 'simulated_in') AND NOT attisdropped) AS mark,
           parent.parent_table, parent.parent_column
      FROM pg_constraint key
      JOIN pg_class pointing ON pointing.oid = key.conrelid
      JOIN pg_attribute pointer ON pointer.attrelid = key.conrelid AND pointer.attnum = key.conkey[1]
      LEFT JOIN LATERAL (
        SELECT class.relname AS parent_table, column_of.attname AS parent_column
          FROM pg_constraint part
          JOIN pg_class class ON class.oid = part.confrelid
          JOIN pg_attribute column_of ON column_of.attrelid = part.conrelid AND column_of.attnum = part.conkey[1]
         WHERE part.conrelid = key.conrelid AND part.contype = 'f' AND part.conparentid = 0 AND part.confdeltype = 'c' AND part.confrelid <> key.confrelid
           AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = part.confrelid AND attname = 'archived_at' AND NOT attisdropped)
         LIMIT 1) parent ON true
     WHERE key.contype = 'f' AND key.conparentid = 0 AND key.confdeltype <> 'c' AND pointer.attname <> 'replaces_id' AND key.confrelid = (quote_ident(current_schema()) || '.' || quote_ident(${table}))::regclass
     ORDER BY pointing.relname, pointer.attname`.execute(db);
  return rows;
}

/**
 * Returns how many rows refer to each of `ids` with any, by pointer (its place in the list): rows in use, or with
 * `archived` all of them. It is one statement: a table has some eighty pointers, and those who ask hold locks.
 */
export async function countPointing(
  db: Db,
  pointers: readonly Pointer[],
  ids: readonly number[],
  { archived }: { archived: boolean },
): Promise<{ pointer: number; id: number; count: number }[]> {
  if (pointers.length === 0) return [];
  const counts = pointers.map(({ table, column, archives, parent_table, parent_column, mark }, pointer) => {
    const alive = archives && !archived ? sql`AND t.archived_at IS NULL` : sql``;
    const counted = !mark || archived ? sql`` : mark === 'is_rehearsal' ? sql`AND NOT t.is_rehearsal` : sql`AND t.simulated_in IS NULL`;
    const parent =
      parent_table && parent_column && !archived
        ? sql`AND NOT EXISTS (SELECT 1 FROM ${sql.table(parent_table)} AS p WHERE p.id = ${sql.ref(`t.${parent_column}`)} AND p.archived_at IS NOT NULL)`
        : sql``;
    return sql`
      SELECT ${sql.lit(pointer)} AS pointer, ${sql.ref(`t.${column}`)} AS id, count(*) AS count FROM ${sql.table(table)} AS t, asked
       WHERE ${sql.ref(`t.${column}`)} = ANY(asked.ids) ${alive} ${counted} ${parent} GROUP BY 2`;
  });
  const { rows } = await sql<{ pointer: number; id: number; count: number }>`
    WITH asked AS MATERIALIZED (SELECT ${[...ids]}::bigint[] AS ids) ${sql.join(counts, sql` UNION ALL `)} ORDER BY 1, 2`.execute(db);
  return rows;
}
