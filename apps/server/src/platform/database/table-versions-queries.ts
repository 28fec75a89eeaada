import { sql } from 'kysely';
import type { Db } from './connect.ts';
import type { Database } from './schema.gen.ts';

/**
 * A version of what some tables hold: another one after every committed write to any of them, the same on every
 * process. The tables have the trigger `note_change`. Ask before the tables are read: what is read then is that or newer.
 */
export async function getTableVersion(db: Db, tables: readonly (keyof Database)[]): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    SELECT coalesce(string_agg(marks.table_name || marks.mark, ' ' ORDER BY marks.table_name), '') AS version
      FROM (SELECT table_name, bit_xor(mark) AS mark FROM table_changes WHERE table_name = ANY(${[...tables]}::text[]) GROUP BY table_name) marks`.execute(db);
  return rows[0]?.version ?? '';
}

/** Folds the marks of each table into one, so that a version stays cheap. Versions stay as they are. */
export async function foldTableChanges(db: Db): Promise<void> {
  await sql`
    WITH folded AS (DELETE FROM table_changes RETURNING table_name, mark)
    INSERT INTO table_changes (table_name, mark) SELECT table_name, bit_xor(mark) FROM folded GROUP BY table_name`.execute(db);
}
