import type { LessonMerit } from '@classwright/rules/results/merits';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/** Returns the results of each student who answered, in each form that was opened. */
export async function listLessonMerits(db: Db, sessionId: number): Promise<(LessonMerit & { account_id: number })[]> {
  const { rows } = await sql<LessonMerit & { account_id: number }>`
    WITH given AS (
      SELECT phase.form, person.account_id,
             jsonb_build_object('isRight', response.is_valid, 'hasReason', coalesce(post.comment_text <> '', false)) AS merit
        FROM live_phases phase
       CROSS JOIN (SELECT DISTINCT account_id FROM live_posts WHERE session_id = ${sessionId}) person
        LEFT JOIN live_posts post ON post.phase_id = phase.id AND post.account_id = person.account_id
        LEFT JOIN question_responses response ON response.id = post.response_id
       WHERE phase.session_id = ${sessionId}
    )
    SELECT account_id,
           (jsonb_agg(merit) FILTER (WHERE form = 'Form - 1A')) -> 0 AS first,
           (jsonb_agg(merit) FILTER (WHERE form = 'Form - 1B')) -> 0 AS second,
           (jsonb_agg(merit) FILTER (WHERE form = 'Form - 2')) -> 0 AS transfer
      FROM given GROUP BY account_id ORDER BY account_id`.execute(db);
  return rows;
}
