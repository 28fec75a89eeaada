import type { RichTextDocument } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';

export interface SnapshotDetailsRow {
  description: RichTextDocument;
  level: string | null;
  topic: string | null;
  standard: string | null;
}

/** Returns an assessment's own details besides its title. */
export async function getSnapshotDetails(db: Db, assessmentId: number): Promise<SnapshotDetailsRow> {
  const row = await db
    .selectFrom('assessments')
    .leftJoin('levels', 'levels.id', 'assessments.level_id')
    .leftJoin('course_topics', 'course_topics.id', 'assessments.topic_id')
    .leftJoin('standards', 'standards.id', 'assessments.standard_id')
    .select(['assessments.description', 'levels.name as level', 'course_topics.name as topic', 'standards.name as standard'])
    .where('assessments.id', '=', assessmentId)
    .executeTakeFirstOrThrow();
  return { ...row, description: row.description as RichTextDocument };
}

/** Returns the accounts that logged in to a session. */
export async function listLoggedIn(db: Db, sessionId: number): Promise<Set<number>> {
  const rows = await db.selectFrom('live_participants').select('account_id').where('session_id', '=', sessionId).execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

/** Returns the email addresses of these accounts; none for simulated people, whose addresses lead nowhere. */
export async function listEmails(db: Db, accountIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('lesson_people')
    .select(['id', 'email'])
    .where('id', '=', sql<number>`ANY(${[...accountIds]}::bigint[])`)
    .where('simulated_in', 'is', null)
    .execute();
  return new Map(rows.flatMap(({ id, email }) => (id === null || email === null ? [] : [[id, email] as const])));
}
