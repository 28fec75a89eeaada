import type { ReferenceList } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { RowScope } from './hooks.ts';

/** The time in which the deletion of a row can be undone. */
const KEPT_MINUTES = 60;

export interface ErasedRow {
  row_id: number;
  /** The values by column, as they were. */
  row: Record<string, unknown>;
  erased_by: number;
  /** True when the person may see the row. */
  is_visible: boolean;
}

interface Part {
  table: string;
  column: string;
}

/** Returns the tables whose rows are deleted with a row of this table. */
async function listParts(db: Db, table: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    SELECT part.relname AS "table", pointer.attname AS "column"
      FROM pg_constraint key JOIN pg_class part ON part.oid = key.conrelid
      JOIN pg_attribute pointer ON pointer.attrelid = key.conrelid AND pointer.attnum = key.conkey[1]
     WHERE key.contype = 'f' AND key.conparentid = 0 AND key.confdeltype = 'c' AND key.confrelid = (quote_ident(current_schema()) || '.' || quote_ident(${table}))::regclass`.execute(
    db,
  );
  return rows;
}

/** Returns the columns that can be written. The database computes the others. */
async function listColumns(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
     WHERE attrelid = (quote_ident(current_schema()) || '.' || quote_ident(${table}))::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     ORDER BY attnum`.execute(db);
  return rows.map(({ name }) => name);
}

/** Erases rows, and keeps a copy of them and of everything deleted with them. */
export async function eraseWithCopy(tx: Tx, { table }: ReferenceList, ids: readonly number[], actorId: number): Promise<void> {
  const parts = (await listParts(tx, table)).map(
    (part) =>
      sql`${part.table}::text, (SELECT coalesce(jsonb_agg(to_jsonb(p)), '[]') FROM ${sql.table(part.table)} AS p WHERE ${sql.ref(`p.${part.column}`)} = t.id)`,
  );
  await sql`
    INSERT INTO erased_rows (table_name, row_id, row, parts, erased_by)
    SELECT ${table}, t.id, to_jsonb(t), jsonb_build_object(${sql.join(parts)}), ${actorId}::bigint FROM ${sql.table(table)} AS t WHERE t.id = ANY(${[...ids]}::bigint[])
    ON CONFLICT (table_name, row_id) DO UPDATE SET row = excluded.row, parts = excluded.parts, erased_by = excluded.erased_by, erased_at = excluded.erased_at`.execute(
    tx,
  );
  await sql`DELETE FROM ${sql.table(table)} WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

/** Returns rows that can still be restored, locked until commit. */
export async function lockErased(tx: Tx, { table }: ReferenceList, ids: readonly number[], visible: RowScope): Promise<ErasedRow[]> {
  const isVisible =
    visible === 'all' ? sql`true` : sql`EXISTS (SELECT FROM jsonb_populate_record(NULL::${sql.table(table)}, erased_rows.row) AS t WHERE ${visible})`;
  const { rows } = await sql<ErasedRow>`
    SELECT row_id, row, erased_by, ${isVisible} AS is_visible FROM erased_rows
     WHERE table_name = ${table} AND row_id = ANY(${[...ids]}::bigint[]) AND erased_at > app_now() - make_interval(mins => ${KEPT_MINUTES}::integer)
     ORDER BY row_id FOR UPDATE`.execute(tx);
  return rows;
}

/** Restores rows as they were, in one statement. Returns the ids of those whose unique values are still free. */
export async function insertErased(tx: Tx, { table }: ReferenceList, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []; // triggers run for a statement without rows too
  const columns = sql.join((await listColumns(tx, table)).map((name) => sql.ref(name)));
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(table)} (${columns}) OVERRIDING SYSTEM VALUE
    SELECT ${columns} FROM erased_rows AS kept, jsonb_populate_record(NULL::${sql.table(table)}, kept.row)
     WHERE kept.table_name = ${table} AND kept.row_id = ANY(${[...ids]}::bigint[]) ORDER BY kept.row_id
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.map(({ id }) => Number(id));
}

/** Restores everything deleted with the rows, except what would have been deleted since, and deletes the copies. */
export async function insertErasedParts(tx: Tx, { table }: ReferenceList, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const part of await listParts(tx, table)) {
    const columns = sql.join((await listColumns(tx, part.table)).map((name) => sql.ref(`p.${name}`)));
    const names = sql.join((await listColumns(tx, part.table)).map((name) => sql.ref(name)));
    const { rows: others } = await sql<{ column: string; target: string }>`
      SELECT pointer.attname AS "column", target.relname AS target
        FROM pg_constraint key JOIN pg_class target ON target.oid = key.confrelid
        JOIN pg_attribute pointer ON pointer.attrelid = key.conrelid AND pointer.attnum = key.conkey[1]
       WHERE key.contype = 'f' AND key.conrelid = (quote_ident(current_schema()) || '.' || quote_ident(${part.table}))::regclass`.execute(tx);
    const there = others.map(
      ({ column, target }) =>
        sql`AND (${sql.ref(`p.${column}`)} IS NULL OR EXISTS (SELECT 1 FROM ${sql.table(target)} AS o WHERE o.id = ${sql.ref(`p.${column}`)}))`,
    );
    await sql`
      INSERT INTO ${sql.table(part.table)} (${names}) OVERRIDING SYSTEM VALUE
      SELECT ${columns} FROM erased_rows AS kept, jsonb_populate_recordset(NULL::${sql.table(part.table)}, kept.parts -> ${part.table}) AS p
       WHERE kept.table_name = ${table} AND kept.row_id = ANY(${[...ids]}::bigint[]) ${sql.join(there, sql` `)}
      ON CONFLICT DO NOTHING`.execute(tx);
  }
  await sql`DELETE FROM erased_rows WHERE table_name = ${table} AND row_id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

/** Deletes the copies that can no longer be restored. */
export async function deleteOldErasedRows(db: Db): Promise<void> {
  await sql`DELETE FROM erased_rows WHERE erased_at < app_moment() - make_interval(mins => ${KEPT_MINUTES}::integer)`.execute(db);
}
