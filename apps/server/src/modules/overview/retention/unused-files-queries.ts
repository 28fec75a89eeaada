import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';
import type { Declaration } from '../../../platform/personal-data/index.ts';
import type { Due } from '../../../platform/personal-data/retain-queries.ts';

/** Returns files of a school, after an id, that are older than their term and that no declared column names. */
export async function listDueFiles(
  tx: Tx,
  declared: ReadonlyMap<string, Declaration>,
  { schoolId, before, after, limit }: Due & { after: number; limit: number },
): Promise<number[]> {
  const named = [...declared].flatMap(([table, { files = [] }]) =>
    table === 'files' ? [] : files.map((column) => sql`AND NOT EXISTS (SELECT FROM ${sql.table(table)} AS used WHERE ${sql.ref(`used.${column}`)} = file.id)`),
  );
  const { rows } = await sql<{ id: number }>`
    SELECT file.id FROM files file
     WHERE file.id > ${after} AND file.created_at < ${before}::timestamptz AND file.school_id IS NOT DISTINCT FROM ${schoolId}::bigint
       AND NOT EXISTS (SELECT FROM kept_people held WHERE held.account_id = file.account_id) ${sql.join(named, sql` `)}
     ORDER BY file.id LIMIT ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}
