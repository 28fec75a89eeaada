import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/index.ts';

/** Lists questions in the order of their ids, after a given one, each with its newest version. */
export async function listQuestionsAfter(
  tx: Tx,
  lastId: number,
  count: number,
): Promise<{ id: number; versionId: number; isArchived: boolean; isKnown: boolean }[]> {
  const { rows } = await sql<{ id: number; versionId: number; isArchived: boolean; isKnown: boolean }>`
    SELECT q.id, q.current_version_id AS "versionId", q.archived_at IS NOT NULL AS "isArchived",
           EXISTS (SELECT 1 FROM question_search s WHERE s.question_id = q.id) AS "isKnown"
      FROM questions q WHERE q.id > ${lastId} AND q.current_version_id IS NOT NULL ORDER BY q.id LIMIT ${count} FOR UPDATE`.execute(tx);
  return rows;
}

/**
 * Fills the columns for filters from the newest version. Nobody has edited the questions, so `updated_at` is unchanged.
 */
export async function fillBankColumns(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE questions q SET published_state = v.published_state, type_id = v.type_id, topic_id = v.topic_id, standard_id = v.standard_id,
           question_subject_id = v.question_subject_id, question_grade_id = v.question_grade_id
      FROM question_versions v
     WHERE v.id = q.current_version_id AND q.id = ANY(${[...ids]}::bigint[])
       AND (q.published_state, q.type_id, q.topic_id, q.standard_id, q.question_subject_id, q.question_grade_id)
           IS DISTINCT FROM (v.published_state, v.type_id, v.topic_id, v.standard_id, v.question_subject_id, v.question_grade_id)`.execute(tx);
}
