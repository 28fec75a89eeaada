// Counts and lists what the rows of a preview come to.
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/** Counts the classes that both sides changed, so that our values were kept. */
export async function countConflicts(db: Db, importId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM roster_rows WHERE import_id = ${importId} AND kind = 'class' AND said @> '[{"code": "changedHere"}]'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns those of these classes, by the ids of the information system, that an import created. */
export async function listMadeClasses(db: Db, importId: number, externalIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ external_id: string }>`
    SELECT external_id FROM roster_rows
     WHERE import_id = ${importId} AND kind = 'class' AND outcome IN ('new', 'waits') AND state IS NULL AND local_id IS NOT NULL AND external_id = ANY(${[...externalIds]}::text[])`.execute(
    db,
  );
  return rows.map(({ external_id }) => external_id);
}

/** Returns the memberships that a preview ends, each as the source's ids of class and person. */
export async function listEnds(db: Db, importId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT within_id || ' ' || external_id AS key FROM roster_rows WHERE import_id = ${importId} AND kind = 'member' AND outcome = 'ends'`.execute(db);
  return rows.map(({ key }) => key);
}
