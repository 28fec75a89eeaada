import type { RichTextDocument } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';
import { rosterIdOf } from '../../../people/accounts/index.ts';

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

/**
 * Returns the email address and the roster's id in their school of these accounts; none for simulated people, whose
 * addresses lead nowhere.
 */
export async function listIdentities(db: Db, accountIds: readonly number[]): Promise<Map<number, { email: string; roster_id: string | null }>> {
  const { rows } = await sql<{ id: number; email: string; roster_id: string | null }>`
    SELECT person.id, person.email,
           ${rosterIdOf('person')} AS roster_id
      FROM lesson_people person WHERE person.id = ANY(${[...accountIds]}::bigint[]) AND person.simulated_in IS NULL`.execute(db);
  return new Map(rows.map(({ id, email, roster_id }) => [id, { email, roster_id }]));
}
