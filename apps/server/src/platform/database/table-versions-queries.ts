import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';
import type { Database } from './schema.gen.ts';

/**
 * Returns a version of the contents of some tables. It changes after every committed write to any of them, and is the
 * same on every process. The tables have the trigger `note_change`. Ask before reading the tables: the rows read then
 * are of that version or newer.
 */
export async function getTableVersion(db: Db, tables: readonly (keyof Database)[]): Promise<string> {
  const { rows } = await sql<{ version: string }>`SELECT ${versionOf(tables, sql`scope IS NULL`)} AS version`.execute(db);
  return rows[0]?.version ?? '';
}

/**
 * Returns the version of some tables within one scope, as an expression of a statement. The tables have a trigger that
 * marks the scopes of the rows that changed.
 */
export const scopeVersion = (tables: readonly (keyof Database)[], scope: RawBuilder<unknown>): RawBuilder<string> => versionOf(tables, sql`scope = ${scope}`);

const versionOf = (tables: readonly (keyof Database)[], condition: RawBuilder<unknown>): RawBuilder<string> => sql`
  (SELECT coalesce(string_agg(marks.table_name || marks.mark, ' ' ORDER BY marks.table_name), '')
     FROM (SELECT table_name, bit_xor(mark) AS mark FROM table_changes
            WHERE table_name = ANY(${[...tables]}::text[]) AND ${condition} GROUP BY table_name) marks)`;

/**
 * Merges the marks of each table and scope that got new ones into one, so that a version stays cheap. Versions do not
 * change.
 */
export async function foldTableChanges(db: Db): Promise<void> {
  await sql`
    WITH changed AS (SELECT DISTINCT table_name, scope FROM table_changes WHERE NOT is_folded),
    folded AS (
      DELETE FROM table_changes WHERE ctid = ANY (ARRAY(
        SELECT mark.ctid FROM changed JOIN table_changes mark ON mark.table_name = changed.table_name AND mark.scope = changed.scope
        UNION ALL
        SELECT mark.ctid FROM changed JOIN table_changes mark ON mark.table_name = changed.table_name AND changed.scope IS NULL AND mark.scope IS NULL))
      RETURNING table_name, scope, mark)
    INSERT INTO table_changes (table_name, scope, mark, is_folded) SELECT table_name, scope, bit_xor(mark), true FROM folded GROUP BY table_name, scope`.execute(
    db,
  );
}
