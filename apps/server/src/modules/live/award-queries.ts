import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export interface LessonMerit {
  account_id: number;
  /** A choice in every form that was opened. */
  answered_all: boolean;
  /** Wrong in Form - 1A, right in Form - 1B. */
  changed_to_right: boolean;
}

/** What each student of a session did that earns points; nobody who did nothing of it. */
export async function listLessonMerits(db: Db, sessionId: number): Promise<LessonMerit[]> {
  const { rows } = await sql<LessonMerit>`
    SELECT * FROM (
      SELECT post.account_id, count(*) = (SELECT count(*) FROM live_phases WHERE session_id = ${sessionId}) AS answered_all,
             bool_or(phase.form = 'Form - 1A' AND NOT response.is_valid) AND bool_or(phase.form = 'Form - 1B' AND response.is_valid) AS changed_to_right
        FROM live_phases phase JOIN live_posts post ON post.phase_id = phase.id JOIN question_responses response ON response.id = post.response_id
       WHERE phase.session_id = ${sessionId} GROUP BY post.account_id) merit
     WHERE answered_all OR changed_to_right ORDER BY account_id`.execute(db);
  return rows;
}
