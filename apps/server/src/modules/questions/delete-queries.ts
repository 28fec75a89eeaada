import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/index.ts';

/** In how many assessments a question stands, archived ones too, and whether a lesson has asked it. */
export async function findUse(db: Db, questionId: number): Promise<{ assessments: number; wasAsked: boolean }> {
  const { rows } = await sql<{ assessments: number; was_asked: boolean }>`
    SELECT (SELECT count(DISTINCT assessment_id) FROM assessment_questions WHERE question_id = ${questionId}) AS assessments,
           EXISTS (SELECT 1 FROM question_versions v WHERE v.question_id = ${questionId}
                     AND (v.first_used_at IS NOT NULL OR EXISTS (SELECT 1 FROM live_session_questions l WHERE l.question_version_id = v.id))) AS was_asked`.execute(
    db,
  );
  return { assessments: rows[0]?.assessments ?? 0, wasAsked: rows[0]?.was_asked ?? false };
}

/** Out of the bank, with everything it has. */
export async function archiveQuestion(tx: Tx, questionId: number): Promise<void> {
  await sql`UPDATE questions SET archived_at = app_now() WHERE id = ${questionId}`.execute(tx);
  await sql`DELETE FROM question_tags WHERE question_id = ${questionId}`.execute(tx);
  await sql`DELETE FROM question_search WHERE question_id = ${questionId}`.execute(tx);
}

/** Nothing of it stays. Only for one that no assessment holds and no lesson has asked. */
export async function eraseQuestion(tx: Tx, questionId: number): Promise<void> {
  const versions = sql`SELECT id FROM question_versions WHERE question_id = ${questionId}`;
  await sql`DELETE FROM question_responses WHERE question_version_id IN (${versions})`.execute(tx);
  await sql`DELETE FROM question_attachments WHERE question_version_id IN (${versions})`.execute(tx);
  await sql`UPDATE questions SET current_version_id = NULL WHERE id = ${questionId}`.execute(tx);
  await sql`DELETE FROM question_versions WHERE question_id = ${questionId}`.execute(tx);
  await sql`DELETE FROM questions WHERE id = ${questionId}`.execute(tx);
}
