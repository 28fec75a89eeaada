import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export interface OutsideClass {
  id: number;
  school_id: number;
  time_zone: string;
  owner_id: number;
  name: string;
  section: string;
  room: string;
  description_heading: string;
  description: string;
  course_state: string;
  is_deleted: boolean;
  updated_at: Date;
}

/** Returns a class as an outside source compares it, locked when it is to be changed. */
export async function findOutsideClass(db: Db, id: number, { held = false } = {}): Promise<OutsideClass | null> {
  const { rows } = await sql<OutsideClass>`
    SELECT courses.id, courses.school_id, schools.time_zone, courses.owner_id, courses.name, courses.section, courses.room, courses.description_heading,
           courses.description, courses.course_state, courses.archived_at IS NOT NULL AS is_deleted, courses.updated_at
      FROM courses JOIN schools ON schools.id = courses.school_id WHERE courses.id = ${id} ${held ? sql`FOR NO KEY UPDATE OF courses` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the data that an outside source keeps with a class; null when there is no such class. */
export async function findClassExternal(db: Db, id: number): Promise<Record<string, unknown> | null> {
  const { rows } = await sql<{ external: Record<string, unknown> }>`SELECT external FROM courses WHERE id = ${id}`.execute(db);
  return rows[0]?.external ?? null;
}

export async function updateExternal(tx: Tx, id: number, external: object): Promise<void> {
  await sql`UPDATE courses SET external = ${JSON.stringify(external)}::jsonb WHERE id = ${id} AND external <> ${JSON.stringify(external)}::jsonb`.execute(tx);
}

export interface OutsideTopic {
  id: number;
  name: string;
  is_archived: boolean;
  updated_at: Date;
}

/** Returns every topic that a class has or had. */
export async function listOutsideTopics(db: Db, courseId: number): Promise<OutsideTopic[]> {
  const { rows } = await sql<OutsideTopic>`
    SELECT id, name, archived_at IS NOT NULL AS is_archived, updated_at FROM course_topics WHERE course_id = ${courseId} ORDER BY id`.execute(db);
  return rows;
}

export async function archiveOutside(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`UPDATE course_topics SET archived_at = app_now() WHERE id = ANY(${[...ids]}::bigint[]) AND archived_at IS NULL`.execute(tx);
}

export async function unarchiveOutside(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE course_topics topic SET archived_at = NULL
     WHERE id = ANY(${[...ids]}::bigint[]) AND archived_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM course_topics other WHERE other.course_id = topic.course_id AND other.archived_at IS NULL
                          AND lower(normalize(other.name, NFKC)) = lower(normalize(topic.name, NFKC)))
     RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}
