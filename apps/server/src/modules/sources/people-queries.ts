import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/index.ts';

/** The source that the people of a class follow. */
interface ClassPeople {
  courseId: number;
  sourceId: number;
  sourceName: string;
}

/** The sources that the people of these classes follow; a class whose people are kept here alone has none. */
export async function findClassPeople(db: Db, courseIds: readonly number[]): Promise<Map<number, ClassPeople>> {
  const { rows } = await sql<ClassPeople>`
    SELECT link.local_id AS "courseId", source.id AS "sourceId", source.name AS "sourceName"
      FROM external_links link JOIN external_sources source ON source.id = link.source_id
     WHERE link.kind = 'class' AND link.owns_people AND link.local_id = ANY(${[...courseIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.courseId, row]));
}

/** Has the people of a linked class follow this link's source. Returns false where they follow another one. */
export async function claimPeople(tx: Tx, linkId: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE external_links link SET owns_people = true
     WHERE link.id = ${linkId} AND link.kind = 'class' AND link.local_id IS NOT NULL
       AND NOT EXISTS (SELECT FROM external_links other WHERE other.kind = 'class' AND other.owns_people AND other.local_id = link.local_id AND other.id <> link.id)
    RETURNING 1`.execute(tx);
  return rows.length > 0;
}
