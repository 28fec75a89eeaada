import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/** Stands for a file in the queries of `FileUse.holders`. */
export const ASKED_FILE: RawBuilder<number> = sql<number>`asked_file.id`;

/** Selects the accounts that show the file as their picture. */
export const accountsWithPicture = sql`SELECT FROM account_pictures WHERE picture_file_id = ${ASKED_FILE}`;

/**
 * Counts the rows of each table that use some files, in one statement for all files and tables. What no file has is left
 * out. `holders`: by table, a query of the rows that use the file `ASKED_FILE`.
 */
export async function countHolders(
  db: Db,
  holders: readonly (readonly [table: string, rows: RawBuilder<unknown>])[],
  fileIds: readonly number[],
): Promise<{ file_id: number; table: string; count: number }[]> {
  if (fileIds.length === 0) return [];
  const counts = holders.map(
    ([table, rows], place) => sql`
      SELECT asked_file.id AS file_id, ${sql.lit(place)} AS place, ${sql.lit(table)} AS "table", count(*)::integer AS count
        FROM asked_file CROSS JOIN LATERAL (${rows}) holder GROUP BY asked_file.id`,
  );
  const { rows } = await sql<{ file_id: number; place: number; table: string; count: number }>`
    WITH asked_file AS MATERIALIZED (SELECT unnest(${[...fileIds]}::bigint[]) AS id)
    ${sql.join(counts, sql` UNION ALL `)} ORDER BY file_id, place`.execute(db);
  return rows;
}
