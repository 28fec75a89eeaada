import type { RichTextDocument } from '@classwright/contract';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Db, nameOrder } from '../../../platform/database/index.ts';

export interface HeldLessonRow {
  session_id: number;
  title: string;
  class_name: string;
  held_on: string;
}

/** Finds the finished lesson of an assessment. */
export async function findHeldLesson(db: Db, assessmentId: number): Promise<HeldLessonRow | null> {
  const { rows } = await sql<HeldLessonRow>`
    SELECT held.session_id, assessment.title, class.name AS class_name, to_char(held.held_on, 'YYYY-MM-DD') AS held_on
      FROM lesson_figures held JOIN assessments assessment ON assessment.id = held.assessment_id JOIN class_names class ON class.id = held.course_id
     WHERE held.assessment_id = ${assessmentId}`.execute(db);
  return rows[0] ?? null;
}

export interface OfferedRow {
  position: 1 | 2;
  title: string;
  responses: string[];
  first: number;
  answered_first: number;
  second: number;
  answered_second: number;
}

/** Lists the questions of a lesson that offered an idea, with its counts. */
export async function listOffered(db: Db, ideaId: number, sessionId: number): Promise<OfferedRow[]> {
  const { rows } = await sql<OfferedRow>`
    SELECT result.position, version.title, jsonb_agg(response.title ORDER BY response.position) AS responses,
           sum(counted.first)::integer AS first, result.answered_first, sum(counted.second)::integer AS second, result.answered_second
      FROM item_results result
      JOIN lesson_figures held ON held.session_id = result.session_id
      JOIN named_responses named ON named.question_version_id = result.question_version_id AND named.school_id = held.school_id AND named.idea_id = ${ideaId}
      JOIN item_result_responses counted ON counted.session_id = result.session_id AND counted.position = result.position AND counted.response_id = named.response_id
      JOIN question_responses response ON response.id = named.response_id
      JOIN question_versions version ON version.id = result.question_version_id
     WHERE result.session_id = ${sessionId}
     GROUP BY result.position, version.title, result.answered_first, result.answered_second
     ORDER BY result.position`.execute(db);
  return rows;
}

/** Matches one finished lesson. */
export const isSession = (id: number): RawBuilder<SqlBool> => sql<SqlBool>`held.session_id = ${id}`;

export interface HolderRow {
  position: 1 | 2;
  account_id: number;
  first_name: string;
  last_name: string;
  comment: RichTextDocument;
  after: string | null;
  is_left: boolean;
}

/** Lists the students who chose an idea alone in a lesson, with their words and their choice after talking. */
export async function listHolders(db: Db, ideaId: number, sessionId: number): Promise<HolderRow[]> {
  const { rows } = await sql<HolderRow>`
    WITH named AS MATERIALIZED (
      SELECT named.response_id FROM named_responses named
        JOIN lesson_figures held ON held.session_id = ${sessionId} AND held.school_id = named.school_id
       WHERE named.idea_id = ${ideaId})
    SELECT CASE phase.form WHEN 'Form - 2' THEN 2 ELSE 1 END AS position, post.account_id, person.first_name, person.last_name, post.comment,
           chosen.title AS after, chosen.id IS NOT NULL AND chosen.id NOT IN (SELECT response_id FROM named) AS is_left
      FROM live_posts post
      JOIN live_phases phase ON phase.id = post.phase_id AND phase.form IN ('Form - 1A', 'Form - 2')
      JOIN named ON named.response_id = post.response_id
      JOIN lesson_people person ON person.id = post.account_id
      LEFT JOIN live_phases again ON again.session_id = post.session_id AND again.form = 'Form - 1B' AND phase.form = 'Form - 1A'
      LEFT JOIN live_posts second ON second.phase_id = again.id AND second.account_id = post.account_id
      LEFT JOIN question_responses chosen ON chosen.id = second.response_id
     WHERE post.session_id = ${sessionId}
     ORDER BY position, is_left DESC, ${nameOrder('person')}, post.account_id`.execute(db);
  return rows;
}

export interface MovingReasonRow {
  response: string;
  is_valid: boolean;
  comment: RichTextDocument;
  author: string;
  moved: number;
  was_dealt: boolean;
}

/**
 * Lists the justifications that stood in sight of students who left an idea between Form - 1A and Form - 1B: those of the
 * response that they left for, written alone, with words of which none were replaced, and not hidden by staff. Dealt ones
 * come first, then those that more students moved to.
 */
export async function listMovingReasons(db: Db, ideaId: number, scope: RawBuilder<SqlBool>, most: number): Promise<MovingReasonRow[]> {
  const { rows } = await sql<MovingReasonRow>`
    WITH named AS MATERIALIZED (SELECT school_id, question_version_id, response_id FROM named_responses WHERE idea_id = ${ideaId}),
    held AS MATERIALIZED (
      SELECT DISTINCT held.session_id, held.held_on
        FROM (SELECT DISTINCT school_id, question_version_id FROM named) offered
        JOIN item_results result ON result.question_version_id = offered.question_version_id AND result.position = 1
        JOIN lesson_figures held ON held.session_id = result.session_id AND held.school_id = offered.school_id
        JOIN class_facts class ON class.id = held.course_id
       WHERE ${scope} ORDER BY held.held_on DESC, held.session_id DESC LIMIT 40
    ), moved AS (
      SELECT first.session_id, first.phase_id, second.response_id, count(*)::integer AS moved
        FROM held
        JOIN live_phases before ON before.session_id = held.session_id AND before.form = 'Form - 1A'
        JOIN live_phases after ON after.session_id = held.session_id AND after.form = 'Form - 1B'
        JOIN live_posts first ON first.phase_id = before.id
        JOIN live_posts second ON second.phase_id = after.id AND second.account_id = first.account_id
       WHERE first.response_id IN (SELECT response_id FROM named) AND second.response_id IS NOT NULL AND second.response_id NOT IN (SELECT response_id FROM named)
       GROUP BY first.session_id, first.phase_id, second.response_id)
    SELECT response.title AS response, response.is_valid, post.comment, person.full_name AS author, moved.moved,
           EXISTS (SELECT FROM live_reasons dealt WHERE dealt.post_id = post.id) AS was_dealt
      FROM moved
      JOIN live_posts post ON post.phase_id = moved.phase_id AND post.response_id = moved.response_id AND post.comment_text <> '' AND NOT post.is_censored
      JOIN question_responses response ON response.id = moved.response_id
      JOIN lesson_people person ON person.id = post.account_id
     WHERE NOT EXISTS (SELECT FROM live_hidden hidden WHERE hidden.subject_type = 'post' AND hidden.subject_id = post.id AND hidden.is_hidden)
     ORDER BY was_dealt DESC, moved.moved DESC, length(post.comment_text) DESC, post.id LIMIT ${most}`.execute(db);
  return rows;
}
