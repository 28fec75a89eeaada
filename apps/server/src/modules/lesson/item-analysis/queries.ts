import type { Form } from '@classwright/contract';
import { computeItemFigures, type ItemCounts, type ResponseCounts } from '@classwright/rules';
import { judgeQuestion } from '@classwright/rules/ideas/question-worth';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

export interface FinishedSession {
  id: number;
  course_id: number;
  ended_at: Date;
}

export async function findFinishedSession(db: Db, sessionId: number): Promise<FinishedSession | null> {
  const row = await db
    .selectFrom('live_sessions')
    .select(['id', 'course_id', 'ended_at'])
    .where('id', '=', sessionId)
    .where('state', '=', 'finished')
    .executeTakeFirst();
  return row?.ended_at ? { ...row, ended_at: row.ended_at } : null;
}

export interface SessionItem {
  position: 1 | 2;
  question_version_id: number;
  question_id: number;
  responses: { id: number; is_valid: boolean }[];
}

/** Lists the questions of a session as they were asked, without one that never came up. */
export async function listSessionItems(db: Db, sessionId: number): Promise<SessionItem[]> {
  const { rows } = await sql<SessionItem>`
    SELECT item.position, item.question_version_id, version.question_id,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'is_valid', is_valid) ORDER BY position), '[]')
              FROM question_responses WHERE question_version_id = item.question_version_id) AS responses
      FROM live_session_questions item JOIN question_versions version ON version.id = item.question_version_id
     WHERE item.session_id = ${sessionId}
       AND EXISTS (SELECT 1 FROM live_phases phase WHERE phase.session_id = item.session_id
                      AND (phase.form = 'Form - 2') = (item.position = 2))
     ORDER BY item.position`.execute(db);
  return rows;
}

export interface SessionAnswerRow {
  account_id: number;
  form: Form;
  response_id: number;
  is_valid: boolean;
}

/** Lists the answers with a choice in all forms of a session, which are the ones that figures count. */
export async function listSessionAnswers(db: Db, sessionId: number): Promise<SessionAnswerRow[]> {
  const { rows } = await sql<SessionAnswerRow>`
    SELECT post.account_id, phase.form, post.response_id, response.is_valid
      FROM live_posts post JOIN live_phases phase ON phase.id = post.phase_id
      JOIN question_responses response ON response.id = post.response_id
     WHERE post.session_id = ${sessionId}
     ORDER BY post.account_id`.execute(db);
  return rows;
}

/**
 * Counts, by student, the answers given alone (Form - 1A and Form - 2) in the class's other sessions that had finished
 * when this one ended.
 */
export async function listOtherAnswers(db: Db, { id, course_id, ended_at }: FinishedSession): Promise<Map<number, { answers: number; right: number }>> {
  const { rows } = await sql<{ account_id: number; answers: number; right: number }>`
    SELECT post.account_id, count(*)::integer AS answers, (count(*) FILTER (WHERE response.is_valid))::integer AS right
      FROM live_sessions session JOIN live_posts post ON post.session_id = session.id
      JOIN live_phases phase ON phase.id = post.phase_id AND phase.form IN ('Form - 1A', 'Form - 2')
      JOIN question_responses response ON response.id = post.response_id
     WHERE session.course_id = ${course_id} AND session.state = 'finished' AND session.id <> ${id} AND session.ended_at <= ${ended_at}
     GROUP BY post.account_id`.execute(db);
  return new Map(rows.map(({ account_id, answers, right }) => [account_id, { answers, right }]));
}

/** Stores what a session adds; a repeat stores the same again. */
export async function saveItemResult(
  db: Db,
  { sessionId, position, versionId }: { sessionId: number; position: number; versionId: number },
  counts: ItemCounts,
  responses: readonly ResponseCounts[],
): Promise<void> {
  await db.deleteFrom('item_results').where('session_id', '=', sessionId).where('position', '=', position).execute();
  await db
    .insertInto('item_results')
    .values({ session_id: sessionId, position, question_version_id: versionId, ...counts })
    .execute();
  if (responses.length === 0) return;
  await db
    .insertInto('item_result_responses')
    .values(responses.map((counted) => ({ session_id: sessionId, position, ...counted })))
    .execute();
}

const SUMS = sql`
  count(*)::integer AS times_asked,
  sum(answered_first)::integer AS answered_first, sum(right_first)::integer AS right_first,
  sum(answered_second)::integer AS answered_second, sum(right_second)::integer AS right_second,
  sum(strong_answered)::integer AS strong_answered, sum(strong_right)::integer AS strong_right,
  sum(weak_answered)::integer AS weak_answered, sum(weak_right)::integer AS weak_right,
  sum(transfer_right_answered)::integer AS transfer_right_answered, sum(transfer_right_right)::integer AS transfer_right_right,
  sum(transfer_wrong_answered)::integer AS transfer_wrong_answered, sum(transfer_wrong_right)::integer AS transfer_wrong_right,
  sum(kept_right)::integer AS kept_right, sum(wrong_to_right)::integer AS wrong_to_right,
  sum(right_to_wrong)::integer AS right_to_wrong, sum(kept_wrong)::integer AS kept_wrong`;

export interface ItemResultRow extends ItemCounts {
  question_version_id: number;
  version: number;
  position: 1 | 2;
  times_asked: number;
  last_asked_at: Date;
  responses: (ResponseCounts & { title: string; is_valid: boolean })[];
}

/**
 * Lists the results of each version of a question, by the part of the lesson in which it was asked; the version asked
 * last comes first.
 */
export async function listItemResults(db: Db, questionId: number): Promise<ItemResultRow[]> {
  const { rows } = await sql<ItemResultRow>`
    WITH asked AS (
      SELECT result.question_version_id, result.position, max(session.ended_at) AS last_asked_at, ${SUMS}
        FROM question_versions version JOIN item_results result ON result.question_version_id = version.id
        JOIN live_sessions session ON session.id = result.session_id
       WHERE version.question_id = ${questionId}
       GROUP BY result.question_version_id, result.position
    )
    SELECT asked.*, version.version,
           (SELECT jsonb_agg(jsonb_build_object('response_id', response.id, 'title', response.title, 'is_valid', response.is_valid,
                                                'first', counted.first, 'second', counted.second,
                                                'first_strong', counted.first_strong, 'first_weak', counted.first_weak) ORDER BY response.position)
              FROM question_responses response
              CROSS JOIN LATERAL (
                SELECT coalesce(sum(one.first), 0)::integer AS first, coalesce(sum(one.second), 0)::integer AS second,
                       coalesce(sum(one.first_strong), 0)::integer AS first_strong, coalesce(sum(one.first_weak), 0)::integer AS first_weak
                  FROM item_result_responses one WHERE one.response_id = response.id AND one.position = asked.position) counted
             WHERE response.question_version_id = asked.question_version_id) AS responses
      FROM asked JOIN question_versions version ON version.id = asked.question_version_id
     ORDER BY asked.last_asked_at DESC, asked.position`.execute(db);
  return rows.map((row) => ({ ...row, responses: row.responses ?? [] }));
}

export interface MoveRow {
  question_version_id: number;
  from: number;
  to: number;
  count: number;
}

/** Counts students by their move from response to response in the lessons that count, by version of a question. */
export async function listItemMoves(db: Db, questionId: number): Promise<MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    SELECT result.question_version_id, first.response_id AS "from", second.response_id AS "to", count(*)::integer AS count
      FROM question_versions version JOIN item_results result ON result.question_version_id = version.id AND result.position = 1
      JOIN live_posts first ON first.session_id = result.session_id
      JOIN live_phases before ON before.id = first.phase_id AND before.form = 'Form - 1A'
      JOIN live_posts second ON second.session_id = first.session_id AND second.account_id = first.account_id
      JOIN live_phases after ON after.id = second.phase_id AND after.form = 'Form - 1B'
     WHERE version.question_id = ${questionId} AND first.response_id IS NOT NULL AND second.response_id IS NOT NULL
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db);
  return rows;
}

/** Stores the figures that the bank filters by: those of the version that was last asked with a discussion. */
export async function saveItemFigures(db: Db, questionId: number): Promise<void> {
  const newest = (await listItemResults(db, questionId)).find(({ position }) => position === 1);
  if (!newest) return;
  const { share_first, share_second, gain, discrimination } = computeItemFigures(newest);
  const figures = {
    question_version_id: newest.question_version_id,
    times_asked: newest.times_asked,
    answered: newest.answered_first,
    share_first,
    share_second,
    gain,
    discrimination,
    worth:
      judgeQuestion(
        newest,
        newest.times_asked,
        newest.responses.filter(({ is_valid }) => !is_valid),
      )?.worth ?? null,
  };
  await db
    .insertInto('item_figures')
    .values({ question_id: questionId, ...figures })
    .onConflict((conflict) => conflict.column('question_id').doUpdateSet(figures))
    .execute();
}
