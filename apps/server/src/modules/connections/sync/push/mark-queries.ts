import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import type { Mark } from './part.ts';
import { isSynced } from './registration-queries.ts';

export interface NewMark {
  linkId: number;
  what: Mark['what'];
  externalId: string;
}

/**
 * Stores marks of changes that Google reported; existing marks are renewed. They are sorted, so that two transactions
 * never deadlock.
 */
export async function saveMarks(tx: Tx, marks: readonly NewMark[]): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    INSERT INTO sync_marks (link_id, what, external_id)
    SELECT DISTINCT given."linkId", given.what, given."externalId"
      FROM jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) AS given ("linkId" bigint, what text, "externalId" text) ORDER BY 1, 2, 3
    ON CONFLICT (link_id, what, external_id) DO UPDATE SET mark = excluded.mark`.execute(tx);
}

/** Returns the marks of classes, by the class's link. */
export async function listMarks(db: Db, linkIds: readonly number[]): Promise<Map<number, Mark[]>> {
  const { rows } = await sql<Mark & { link_id: number }>`
    SELECT link_id, what, external_id, mark FROM sync_marks WHERE link_id = ANY(${[...linkIds]}::bigint[]) ORDER BY mark`.execute(db);
  const found = new Map<number, Mark[]>();
  for (const { link_id, ...mark } of rows) found.set(link_id, [...(found.get(link_id) ?? []), mark]);
  return found;
}

/** Deletes marks as they were when a run started; marks renewed since are kept. */
export async function deleteMarks(tx: Tx, linkId: number, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    DELETE FROM sync_marks kept USING jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) AS given (what text, external_id text, mark bigint)
     WHERE kept.link_id = ${linkId} AND kept.what = given.what AND kept.external_id = given.external_id AND kept.mark = given.mark`.execute(tx);
}

export async function hasMarks(db: Db, linkId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`SELECT EXISTS (SELECT FROM sync_marks WHERE link_id = ${linkId}) AS has`.execute(db);
  return rows[0]?.has ?? false;
}

export interface ReportedClass {
  course: string;
  link_id: number;
  source_id: number;
  course_id: number;
  /** The number of its marks. */
  marks: number;
}

/**
 * Returns the classes here that Google's messages are about: linked, registered, and of a school with automatic sync.
 */
export async function listClassesOfMessages(db: Db, externalIds: readonly string[]): Promise<ReportedClass[]> {
  const { rows } = await sql<ReportedClass>`
    SELECT DISTINCT kept.course_external_id AS course, link.id AS link_id, link.source_id, link.local_id AS course_id,
           (SELECT count(*) FROM sync_marks WHERE sync_marks.link_id = link.id)::int AS marks
      FROM sync_registrations kept JOIN external_links link ON link.id = kept.link_id AND link.state = 'linked' AND link.local_id IS NOT NULL
      JOIN external_sources source ON source.id = link.source_id AND ${isSynced}
     WHERE kept.course_external_id = ANY(${[...externalIds]}::text[]) ORDER BY link.id`.execute(db);
  return rows;
}
