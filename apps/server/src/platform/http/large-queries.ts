import { type RawBuilder, sql } from 'kysely';
import { type Db, PLANNED_EACH_TIME } from '../database/index.ts';

export interface TableText {
  rows: number;
  /** A JSON array for each column, as the database wrote it. */
  columns: Map<string, string>;
}

/**
 * Reads the rows of a query as one JSON array for each column, in their order, at most `mostRows` and one more. Every
 * column is a separate row, so that no two long texts are processed together.
 */
export async function readColumns(db: Db, rows: RawBuilder<unknown>, columns: readonly string[], mostRows: number): Promise<TableText> {
  const lists = columns.map((column, index) => sql`coalesce(json_agg(${sql.ref(`list.${column}`)})::text, '[]') AS ${sql.ref(`c${index}`)}`);
  const parts = columns.map((column, index) => sql`(${column}, whole.${sql.ref(`c${index}`)})`);
  const { rows: found } = await sql<{ rows: number; name: string; text: string }>`${sql.raw(PLANNED_EACH_TIME)}
    SELECT whole.rows, part.name, part.text
      FROM (SELECT count(*) AS rows, ${sql.join(lists)} FROM (SELECT * FROM (${rows}) listed LIMIT ${mostRows + 1}) list) whole
      CROSS JOIN LATERAL (VALUES ${sql.join(parts)}) part (name, text)`.execute(db);
  return { rows: found[0]?.rows ?? 0, columns: new Map(found.map(({ name, text }) => [name, text])) };
}
