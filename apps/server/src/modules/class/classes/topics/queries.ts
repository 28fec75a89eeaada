import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import type { PersonScope } from '../../../../platform/reach.ts';
import { unlessEverybody } from '../../../../platform/reach-queries.ts';

export interface TopicRow {
  id: number;
  course_id: number;
  course_name: string;
  name: string;
  description: string;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`topic.id, topic.course_id, courses.name AS course_name, topic.name, topic.description, topic.created_at, topic.updated_at`;
const source = sql`course_topics topic JOIN courses ON courses.id = topic.course_id`;

/** Returns topics by name, of one class or of all classes, for a current member. */
export async function listTopics(db: Db, { courseId, whose }: { courseId: number | null; whose: PersonScope }): Promise<TopicRow[]> {
  const { rows } = await sql<TopicRow>`
    SELECT ${columns} FROM ${source}
     WHERE topic.archived_at IS NULL AND NOT courses.is_rehearsal
       AND (${courseId}::bigint IS NULL OR topic.course_id = ${courseId})
       AND ${unlessEverybody(whose, (memberId) => sql`courses.id IN (SELECT course_id FROM class_people WHERE account_id = ${memberId})`)}
     ORDER BY topic.name COLLATE natural_order, topic.id`.execute(db);
  return rows;
}

/** Locks a topic until commit, so that two changes of it take turns. Returns null when there is none. */
export async function lockTopic(tx: Tx, id: number): Promise<TopicRow | null> {
  await sql`SELECT id FROM course_topics WHERE id = ${id} FOR UPDATE`.execute(tx);
  return findTopic(tx, id);
}

export async function findTopic(db: Db, id: number): Promise<TopicRow | null> {
  const { rows } = await sql<TopicRow>`SELECT ${columns} FROM ${source} WHERE topic.id = ${id} AND topic.archived_at IS NULL`.execute(db);
  return rows[0] ?? null;
}

export async function updateTopicName(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('course_topics').set({ name }).where('id', '=', id).execute();
}

export async function archiveTopic(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('course_topics').set({ archived_at: sql<Date>`app_now()` }).where('id', '=', id).execute();
}
