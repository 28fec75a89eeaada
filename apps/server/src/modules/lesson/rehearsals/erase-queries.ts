import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** A column of a table that names rows of another one, and must be emptied before those go. */
interface Reference {
  from_table: string;
  from_column: string;
  to_table: string;
  /** True when rows of the table have an `id` that other tables may name. */
  has_id: boolean;
}

/** Tables whose rows go only when the rehearsal made them, with the condition for that. Nothing else of them is touched. */
const ONLY: Readonly<Record<string, string>> = {
  accounts: 'simulated_in IS NOT NULL',
  courses: 'is_rehearsal',
  assessments: 'is_rehearsal',
  live_sessions: 'is_rehearsal',
};

/**
 * Erases the hidden class of a rehearsal with all that names it: its people, the copy of the assessment, and every row of
 * its lessons. It follows the foreign keys, so a table that is added later needs no line here. @throws when a row that
 * the rehearsal did not make would have to go
 */
export async function eraseRehearsal(tx: Tx, courseId: number): Promise<void> {
  const { rows: references } = await sql<Reference>`
    SELECT child.relname AS from_table, attribute.attname AS from_column, parent.relname AS to_table,
           EXISTS (SELECT 1 FROM pg_attribute own WHERE own.attrelid = child.oid AND own.attname = 'id' AND NOT own.attisdropped) AS has_id
      FROM pg_constraint named
      JOIN pg_class child ON child.oid = named.conrelid JOIN pg_class parent ON parent.oid = named.confrelid
      JOIN pg_attribute attribute ON attribute.attrelid = child.oid AND attribute.attnum = named.conkey[1]
     WHERE named.contype = 'f' AND named.conparentid = 0 AND cardinality(named.conkey) = 1 AND named.confdeltype IN ('a', 'r')
       AND named.connamespace = 'public'::regnamespace
     ORDER BY child.relname, attribute.attname`.execute(tx);
  const going = new Set<string>();

  async function erase(table: string, column: string, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const [name, field] = [sql.table(table), sql.ref(column)];
    const condition = ONLY[table] === undefined ? sql`true` : sql.raw(ONLY[table]);
    if (references.some(({ to_table }) => to_table === table)) {
      const { rows } = await sql<{ id: number }>`SELECT id FROM ${name} WHERE ${field} = ANY(${[...ids]}::bigint[]) AND ${condition}`.execute(tx);
      const fresh = rows.map(({ id }) => id).filter((id) => !going.has(`${table} ${id}`));
      for (const id of fresh) going.add(`${table} ${id}`);
      for (const reference of references) if (reference.to_table === table) await erase(reference.from_table, reference.from_column, fresh);
    }
    await sql`DELETE FROM ${name} WHERE ${field} = ANY(${[...ids]}::bigint[]) AND ${condition}`.execute(tx);
  }

  await sql`SET CONSTRAINTS ALL DEFERRED`.execute(tx);
  await erase('courses', 'id', [courseId]);
}
