import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';
import type { Declaration } from '../../../platform/personal-data/index.ts';
import { asTable, type Due, isOfDue, isOfSchool, latestOf } from '../../../platform/personal-data/retain-queries.ts';

/** Returns the condition that nobody holds the owner of a file, and that no declared column names the file. */
function isUnused(declared: ReadonlyMap<string, Declaration>): RawBuilder<unknown> {
  const named = [...declared].flatMap(([table, { files = [] }]) =>
    table === 'files' ? [] : files.map((column) => sql`AND NOT EXISTS (SELECT FROM ${sql.table(table)} AS used WHERE ${sql.ref(`used.${column}`)} = file.id)`),
  );
  return sql`NOT EXISTS (SELECT FROM kept_people held WHERE held.account_id = file.account_id) ${sql.join(named, sql` `)}`;
}

/** Returns the places in a list of schools (null: files without one) that have such files from before the moment of the school. */
export async function listPlacesOfDueFiles(tx: Tx, declared: ReadonlyMap<string, Declaration>, due: readonly Due[]): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    SELECT DISTINCT due.place FROM files file JOIN ${asTable(due)} ON ${isOfDue(sql`file.school_id`)}
     WHERE file.created_at < ${latestOf(due)}::timestamptz AND file.created_at < due.before AND ${isUnused(declared)}`.execute(tx);
  return rows.map(({ place }) => place);
}

/** Returns files of a school, after an id, that are older than their term and that no declared column names. */
export async function listDueFiles(
  tx: Tx,
  declared: ReadonlyMap<string, Declaration>,
  { schoolId, before, after, limit }: Due & { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT file.id FROM files file
     WHERE file.id > ${after} AND file.created_at < ${before}::timestamptz AND ${isOfSchool(sql`file.school_id`, schoolId)} AND ${isUnused(declared)}
     ORDER BY file.id LIMIT ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}
