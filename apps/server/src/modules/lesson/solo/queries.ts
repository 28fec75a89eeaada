import type { Form, RichTextDocument } from '@classwright/contract';
import { REASONS_PER_RESPONSE } from '@classwright/rules/live';
import { type RawBuilder, sql } from 'kysely';
import { type Db, nameOrder, type Tx } from '../../../platform/database/index.ts';

/** Home offers a missed lesson for so long; it can be done alone afterward too. */
const OFFERED_DAYS = sql.lit('30 days');

/** True for a student of the class at the finish who was not in the lesson. */
const wasAbsent = sql`fact.logged_in_at IS NULL AND fact.answered = 0`;

export interface FinishedRow {
  session_id: number;
  ended_at: Date;
  now: Date;
  /** True when the account missed it. */
  is_missed: boolean;
}

/** Finds the finished run of an assessment, and if an account missed it (LIVE-123). */
export async function findFinished(db: Db, assessmentId: number, accountId: number): Promise<FinishedRow | null> {
  const { rows } = await sql<FinishedRow>`
    SELECT session.id AS session_id, session.ended_at, app_now() AS now, coalesce(${wasAbsent}, false) AS is_missed
      FROM live_sessions session LEFT JOIN lesson_students fact ON fact.session_id = session.id AND fact.account_id = ${accountId}
     WHERE session.assessment_id = ${assessmentId} AND session.state = 'finished'`.execute(db);
  return rows[0] ?? null;
}

export interface AskedRow {
  form: Form;
  minutes: number;
  question_version_id: number;
}

/** Lists the forms that a session asked, in order. */
export async function listAsked(db: Db, sessionId: number): Promise<AskedRow[]> {
  const { rows } = await sql<AskedRow>`
    SELECT form, minutes, question_version_id FROM live_phases WHERE session_id = ${sessionId} ORDER BY opened_at, id`.execute(db);
  return rows;
}

export interface WrittenRow {
  form: Form;
  response_id: number | null;
  words: string;
  revision: number;
  is_answered: boolean;
}

/** Finds a student's solo run with what was written in it. Null: it was not started. */
export async function findRun(db: Db, sessionId: number, accountId: number): Promise<{ id: number; written: WrittenRow[] } | null> {
  const run = await sql<{ id: number }>`SELECT id FROM solo_runs WHERE session_id = ${sessionId} AND account_id = ${accountId}`.execute(db);
  const id = run.rows[0]?.id;
  if (id === undefined) return null;
  const { rows } = await sql<WrittenRow>`
    SELECT form, response_id, words, revision, answered_at IS NOT NULL AS is_answered FROM solo_answers WHERE run_id = ${id} ORDER BY form`.execute(db);
  return { id, written: rows };
}

export async function insertRun(tx: Tx, sessionId: number, accountId: number): Promise<void> {
  await sql`INSERT INTO solo_runs (session_id, account_id) VALUES (${sessionId}, ${accountId}) ON CONFLICT (session_id, account_id) DO NOTHING`.execute(tx);
}

/** Holds a solo run until the transaction ends, so that two devices answer one after the other. */
export async function lockRun(tx: Tx, sessionId: number, accountId: number): Promise<void> {
  await sql`SELECT 1 FROM solo_runs WHERE session_id = ${sessionId} AND account_id = ${accountId} FOR UPDATE`.execute(tx);
}

export interface Writing {
  runId: number;
  form: Form;
  responseId: number | null;
  words: string;
}

/** Stores a draft unless one of the same or a higher revision is there. Returns what is stored now. */
export async function saveDraft(tx: Tx, { runId, form, responseId, words }: Writing, revision: number): Promise<{ revision: number; saved_at: Date }> {
  await sql`
    INSERT INTO solo_answers (run_id, form, response_id, words, revision) VALUES (${runId}, ${form}, ${responseId}, ${words}, ${revision})
    ON CONFLICT (run_id, form) DO UPDATE SET response_id = excluded.response_id, words = excluded.words, revision = excluded.revision, saved_at = app_now()
     WHERE solo_answers.answered_at IS NULL AND solo_answers.revision < excluded.revision`.execute(tx);
  const { rows } = await sql<{
    revision: number;
    saved_at: Date;
  }>`SELECT revision, saved_at FROM solo_answers WHERE run_id = ${runId} AND form = ${form}`.execute(tx);
  return rows[0] as { revision: number; saved_at: Date };
}

export async function saveAnswer(tx: Tx, { runId, form, responseId, words }: Writing): Promise<void> {
  await sql`
    INSERT INTO solo_answers (run_id, form, response_id, words, revision, answered_at) VALUES (${runId}, ${form}, ${responseId}, ${words}, 1, app_now())
    ON CONFLICT (run_id, form) DO UPDATE SET response_id = excluded.response_id, words = excluded.words, answered_at = app_now()`.execute(tx);
}

/**
 * Lists reasons of classmates in Form - 1A, a few for each response: those of 8 to 40 words first, then the most liked.
 * The same words are listed once, and texts in which words were replaced are left out.
 */
export async function listReasons(db: Db, sessionId: number): Promise<{ response_id: number; comment: RichTextDocument }[]> {
  const { rows } = await sql<{ response_id: number; comment: RichTextDocument }>`
    WITH said AS (
      SELECT DISTINCT ON (post.response_id, lower(trim(post.comment_text))) post.id, post.response_id, post.comment,
             cardinality(regexp_split_to_array(trim(post.comment_text), '\\s+')) BETWEEN 8 AND 40 AS is_reason,
             (SELECT count(*) FROM post_reactions WHERE post_reactions.post_id = post.id AND reaction = 'like') AS likes
        FROM live_posts post JOIN live_phases phase ON phase.id = post.phase_id
       WHERE post.session_id = ${sessionId} AND phase.form = 'Form - 1A' AND post.response_id IS NOT NULL AND post.comment_text <> '' AND NOT post.is_censored
         AND NOT EXISTS (SELECT 1 FROM live_hidden WHERE live_hidden.subject_type = 'post' AND live_hidden.subject_id = post.id AND live_hidden.is_hidden)
       ORDER BY post.response_id, lower(trim(post.comment_text)), likes DESC, post.id
    ), placed AS (
      SELECT response_id, comment, row_number() OVER (PARTITION BY response_id ORDER BY is_reason DESC, likes DESC, id) AS place FROM said
    )
    SELECT response_id, comment FROM placed WHERE place <= ${REASONS_PER_RESPONSE} ORDER BY response_id, place`.execute(db);
  return rows;
}

export interface MissedLesson {
  assessment_id: number;
  title: string;
  class_name: string;
  minutes: number;
}

/** Selects lessons of the last weeks that an account missed and has not done alone yet, newest first, likewise for Home. */
export const selectMissedLessons = (accountId: number, most: number): RawBuilder<MissedLesson> => sql<MissedLesson>`
    SELECT session.assessment_id, assessment.title, course.name AS class_name,
           (SELECT coalesce(sum(phase.minutes), 0)::integer FROM live_phases phase WHERE phase.session_id = session.id) AS minutes
      FROM lesson_students fact
      JOIN live_sessions session ON session.id = fact.session_id AND session.state = 'finished' AND session.ended_at > app_now() - interval ${OFFERED_DAYS}
      JOIN assessments assessment ON assessment.id = session.assessment_id
      JOIN class_facts course ON course.id = session.course_id AND course.is_active
      JOIN class_students member ON member.course_id = course.id AND member.account_id = fact.account_id
     WHERE fact.account_id = ${accountId} AND ${wasAbsent}
       AND EXISTS (SELECT 1 FROM live_phases phase
                    WHERE phase.session_id = session.id
                      AND NOT EXISTS (SELECT 1 FROM solo_runs run JOIN solo_answers given ON given.run_id = run.id
                                       WHERE run.session_id = session.id AND run.account_id = fact.account_id AND given.form = phase.form AND given.answered_at IS NOT NULL))
     ORDER BY session.ended_at DESC, session.id DESC LIMIT ${most}`;

export interface SoloStudentRow {
  account_id: number;
  name: string;
  has_started: boolean;
  answered: number;
  asked: number;
  first: boolean | null;
  second: boolean | null;
  transfer: boolean | null;
}

/** Lists the students who missed the finished run of an assessment, by name, with what each has answered alone. */
export async function listSoloStudents(db: Db, assessmentId: number): Promise<SoloStudentRow[]> {
  const { rows } = await sql<SoloStudentRow>`
    SELECT fact.account_id, people.full_name AS name, run.id IS NOT NULL AS has_started,
           (SELECT count(*)::integer FROM live_phases phase WHERE phase.session_id = session.id) AS asked,
           given.answered, given.first, given.second, given.transfer
      FROM live_sessions session
      JOIN lesson_students fact ON fact.session_id = session.id
      JOIN people ON people.id = fact.account_id
      LEFT JOIN solo_runs run ON run.session_id = session.id AND run.account_id = fact.account_id
     CROSS JOIN LATERAL (
        SELECT count(*)::integer AS answered, bool_or(chosen.is_valid) FILTER (WHERE form = 'Form - 1A') AS first,
               bool_or(chosen.is_valid) FILTER (WHERE form = 'Form - 1B') AS second, bool_or(chosen.is_valid) FILTER (WHERE form = 'Form - 2') AS transfer
          FROM solo_answers JOIN question_responses chosen ON chosen.id = solo_answers.response_id
         WHERE solo_answers.run_id = run.id AND solo_answers.answered_at IS NOT NULL) given
     WHERE session.assessment_id = ${assessmentId} AND session.state = 'finished' AND ${wasAbsent}
     ORDER BY ${nameOrder('people')}, people.id`.execute(db);
  return rows;
}
