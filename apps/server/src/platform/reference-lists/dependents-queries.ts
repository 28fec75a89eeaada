import { sql } from 'kysely';
import type { Db } from '../database/index.ts';

/** A column that points at a table. */
export interface Pointer {
  table: string;
  column: string;
  /** Its rows can be archived. */
  archives: boolean;
  /** Its rows are parts of these rows, which can be archived. */
  parent_table: string | null;
  parent_column: string | null;
}

/** What only tells of the past holds nothing back, as long as what it tells of is not erased. */
export const HISTORY: readonly string[] = ['audit_entries'];

/** Returns every foreign key to a table, except those of its own parts, which go with it. */
export async function listPointers(db: Db, table: string): Promise<Pointer[]> {
  const { rows } = await sql<Pointer>`
    SELECT pointing.relname AS "table", pointer.attname AS "column",
           EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = pointing.oid AND attname = 'archived_at' AND NOT attisdropped) AS archives,
           parent.parent_table, parent.parent_column
      FROM pg_constraint key
      JOIN pg_class pointing ON pointing.oid = key.conrelid
      JOIN pg_attribute pointer ON pointer.attrelid = key.conrelid AND pointer.attnum = key.conkey[1]
      LEFT JOIN LATERAL (
        SELECT class.relname AS parent_table, column_of.attname AS parent_column
          FROM pg_constraint part
          JOIN pg_class class ON class.oid = part.confrelid
          JOIN pg_attribute column_of ON column_of.attrelid = part.conrelid AND column_of.attnum = part.conkey[1]
         WHERE part.conrelid = key.conrelid AND part.contype = 'f' AND part.confdeltype = 'c' AND part.confrelid <> key.confrelid
           AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = part.confrelid AND attname = 'archived_at' AND NOT attisdropped)
         LIMIT 1) parent ON true
     WHERE key.contype = 'f' AND key.confdeltype <> 'c' AND key.confrelid = (quote_ident(current_schema()) || '.' || quote_ident(${table}))::regclass
     ORDER BY pointing.relname, pointer.attname`.execute(db);
  return rows;
}

/** Returns how many rows point at each of `ids` that any points at: those in use, or with `archived` all there are. */
export async function countPointing(
  db: Db,
  { table, column, archives, parent_table, parent_column }: Pointer,
  ids: readonly number[],
  { archived }: { archived: boolean },
): Promise<{ id: number; count: number }[]> {
  const alive = archives && !archived ? sql`AND t.archived_at IS NULL` : sql``;
  const parent =
    parent_table && parent_column && !archived
      ? sql`AND NOT EXISTS (SELECT 1 FROM ${sql.table(parent_table)} AS p WHERE p.id = ${sql.ref(`t.${parent_column}`)} AND p.archived_at IS NOT NULL)`
      : sql``;
  const { rows } = await sql<{ id: number; count: number }>`
    SELECT ${sql.ref(`t.${column}`)} AS id, count(*) AS count FROM ${sql.table(table)} AS t
     WHERE ${sql.ref(`t.${column}`)} = ANY(${[...ids]}::bigint[]) ${alive} ${parent} GROUP BY 1`.execute(db);
  return rows;
}
