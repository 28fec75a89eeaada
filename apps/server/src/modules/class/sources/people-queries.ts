import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { SourceKind } from './queries.ts';
import { isStanding } from './standing-queries.ts';

/** The source that manages the people of a class. */
interface ClassPeople {
  courseId: number;
  /** The source, or 0 if somebody chose to keep the list by hand, although the class is linked. */
  sourceId: number;
  sourceName: string;
}

/** Returns the sources that manage the people of these classes; a class without an active link has none. */
export async function findClassPeople(db: Db, courseIds: readonly number[]): Promise<Map<number, ClassPeople>> {
  const { rows } = await sql<ClassPeople>`
    SELECT link.local_id AS "courseId", source.id AS "sourceId", source.name AS "sourceName"
      FROM external_links link JOIN external_sources source ON source.id = link.source_id
     WHERE link.kind = 'class' AND link.owns_people AND ${isStanding('link')} AND link.local_id = ANY(${[...courseIds]}::bigint[])
    UNION SELECT local_id, 0, '' FROM external_links WHERE kind = 'class' AND facts ? 'isKeptByHand' AND local_id = ANY(${[...courseIds]}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.courseId, row]));
}

/**
 * Makes this link's source manage the people of a linked class. Returns false if another one does; an ended link no
 * longer manages them.
 */
export async function claimPeople(tx: Tx, linkId: number): Promise<boolean> {
  await sql`
    UPDATE external_links ended SET owns_people = false
     WHERE ended.kind = 'class' AND ended.owns_people AND ended.id <> ${linkId} AND NOT ${isStanding('ended')}
       AND ended.local_id = (SELECT local_id FROM external_links WHERE id = ${linkId})`.execute(tx);
  const { rows } = await sql`
    UPDATE external_links link SET owns_people = true
     WHERE link.id = ${linkId} AND link.kind = 'class' AND link.local_id IS NOT NULL
       AND NOT EXISTS (
         SELECT FROM external_links other
          WHERE other.kind = 'class' AND other.local_id = link.local_id AND other.id <> link.id AND (other.owns_people OR other.facts ? 'isKeptByHand'))
    RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** A source's link of a class, which may manage the list of its people. */
export interface ClassSource {
  linkId: number;
  sourceId: number;
  kind: SourceKind;
  name: string;
  ownsPeople: boolean;
}

/** Returns the sources that a class is linked with, oldest first, without ended links. */
export async function listClassSources(db: Db, courseId: number): Promise<ClassSource[]> {
  const { rows } = await sql<ClassSource>`
    SELECT link.id AS "linkId", source.id AS "sourceId", source.kind, source.name, link.owns_people AS "ownsPeople"
      FROM external_links link JOIN external_sources source ON source.id = link.source_id
     WHERE link.kind = 'class' AND link.local_id = ${courseId} AND ${isStanding('link')} ORDER BY link.id`.execute(db);
  return rows;
}

/**
 * Makes one link of a class manage the list of its people; null: it is kept by hand. The class's links are locked until
 * commit.
 */
export async function setClassPeople(tx: Tx, courseId: number, linkId: number | null): Promise<void> {
  await sql`SELECT id FROM external_links WHERE kind = 'class' AND local_id = ${courseId} ORDER BY id FOR UPDATE`.execute(tx);
  await sql`
    UPDATE external_links SET owns_people = false, facts = CASE WHEN ${linkId}::bigint IS NULL THEN facts || '{"isKeptByHand": true}' ELSE facts - 'isKeptByHand' END
     WHERE kind = 'class' AND local_id = ${courseId}`.execute(tx);
  await sql`UPDATE external_links SET owns_people = true WHERE kind = 'class' AND local_id = ${courseId} AND id = ${linkId}`.execute(tx);
}

/** A person whom a source last listed in a class. */
export interface SourcePerson {
  externalId: string;
  /** The account; null for somebody without an account here. */
  accountId: number | null;
  role: 'TEACHER' | 'STUDENT';
}

/** Lists the people of a class as its source last listed them; empty if it has not. */
export async function listSourcePeople(db: Db, linkId: number): Promise<SourcePerson[]> {
  const { rows } = await sql<SourcePerson>`
    SELECT member.external_id AS "externalId", coalesce(member.local_id, person.local_id) AS "accountId", member.base ->> 'role' AS role
      FROM external_links member
      LEFT JOIN external_links person ON person.source_id = member.source_id AND person.kind = 'person' AND person.parent_id IS NULL
           AND person.external_id = member.external_id AND person.state = 'linked'
     WHERE member.parent_id = ${linkId} AND member.kind = 'member' AND member.state IN ('linked', 'only_there') AND member.base ->> 'role' IN ('TEACHER', 'STUDENT')
     ORDER BY member.id`.execute(db);
  return rows;
}
