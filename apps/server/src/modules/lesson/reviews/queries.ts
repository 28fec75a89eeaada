import { MAX_REVIEWS_PER_WEEK, REVIEW_DAYS } from '@classwright/rules/live';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/** The most other questions that are considered for a lesson. */
const MAX_CANDIDATES = 50;

/** True where a school asks ideas again, which is its default. */
const asksAgain = sql`school.settings -> 'asks_again' IS DISTINCT FROM 'false'::jsonb`;

/**
 * Asks the students of a finished lesson its idea again, in one statement for any number of them (LIVE-120): those who
 * chose in it and are still in the class. `of`: one student's second question, on a date of the school's calendar.
 * Returns the versions that are asked.
 */
export async function insertReviews(tx: Tx, sessionId: number, of: { accountId: number; dueOn: string } | null): Promise<number[]> {
  const { rows } = await sql<{ version_id: number }>`
    WITH lesson AS MATERIALIZED (
      SELECT session.id, session.course_id, course.school_id, school.time_zone, version.id AS version_id, version.question_id,
             coalesce(${of?.dueOn ?? null}::date, (session.ended_at AT TIME ZONE school.time_zone)::date + ${REVIEW_DAYS.first}::integer) AS due_on
        FROM live_sessions session
        JOIN class_facts course ON course.id = session.course_id
        JOIN schools school ON school.id = course.school_id
        JOIN live_session_questions transfer ON transfer.session_id = session.id AND transfer.position = 2
        JOIN question_versions version ON version.id = transfer.question_version_id
       WHERE session.id = ${sessionId} AND session.state = 'finished' AND course.is_active AND ${asksAgain}
    ), student AS MATERIALIZED (
      SELECT DISTINCT post.account_id
        FROM lesson
        JOIN live_posts post ON post.session_id = lesson.id AND post.response_id IS NOT NULL
        JOIN class_students member ON member.course_id = lesson.course_id AND member.account_id = post.account_id
       WHERE ${of?.accountId ?? null}::bigint IS NULL OR post.account_id = ${of?.accountId ?? null}::bigint
    ), candidate AS MATERIALIZED (
      SELECT question.id AS question_id, version.id AS version_id, count(*) AS common
        FROM lesson
        JOIN question_tags own_tag ON own_tag.question_id = lesson.question_id
        JOIN question_tags tagged ON tagged.tag = own_tag.tag
        JOIN questions question ON question.id = tagged.question_id AND question.school_id = lesson.school_id
        JOIN question_versions version ON version.id = question.current_version_id
       WHERE question.archived_at IS NULL AND version.published_state = 'PUBLISHED'
         AND question.id NOT IN (SELECT asked.question_id FROM live_session_questions position JOIN question_versions asked ON asked.id = position.question_version_id
                                  WHERE position.session_id = lesson.id)
         AND EXISTS (SELECT 1 FROM question_responses one JOIN question_responses own ON own.match_label = one.match_label AND own.question_version_id = lesson.version_id
                      WHERE one.question_version_id = version.id AND one.match_label <> '')
         AND (SELECT count(*) >= 2 AND bool_or(choice.is_valid) FROM question_responses choice WHERE choice.question_version_id = version.id)
       GROUP BY question.id, version.id ORDER BY common DESC, question.id LIMIT ${MAX_CANDIDATES}
    ), known AS MATERIALIZED (
      SELECT post.account_id, candidate.question_id
        FROM candidate
        JOIN question_versions version ON version.question_id = candidate.question_id
        JOIN live_session_questions asked ON asked.question_version_id = version.id
        JOIN live_posts post ON post.session_id = asked.session_id
        JOIN student ON student.account_id = post.account_id
      UNION
      SELECT student.account_id, candidate.question_id
        FROM student JOIN reviews earlier ON earlier.account_id = student.account_id
        JOIN question_versions version ON version.id = earlier.question_version_id
        JOIN candidate ON candidate.question_id = version.question_id
      UNION
      SELECT student.account_id, candidate.question_id
        FROM student JOIN questions_to_come coming ON coming.account_id = student.account_id JOIN candidate ON candidate.question_id = coming.question_id
    )
    INSERT INTO reviews (session_id, account_id, round, question_version_id, due_at, ends_at)
    SELECT lesson.id, student.account_id, ${of === null ? 1 : 2}::smallint, coalesce(sister.version_id, lesson.version_id),
           lesson.due_on::timestamp AT TIME ZONE lesson.time_zone, (lesson.due_on + ${REVIEW_DAYS.open}::integer)::timestamp AT TIME ZONE lesson.time_zone
      FROM lesson CROSS JOIN student
      LEFT JOIN LATERAL (
        SELECT candidate.version_id FROM candidate
         WHERE NOT EXISTS (SELECT 1 FROM known WHERE known.account_id = student.account_id AND known.question_id = candidate.question_id)
         ORDER BY candidate.common DESC, candidate.question_id LIMIT 1) sister ON true
    ON CONFLICT (session_id, account_id, round) DO NOTHING
    RETURNING question_version_id AS version_id`.execute(tx);
  return [...new Set(rows.map(({ version_id }) => version_id))];
}

export interface ReviewRow {
  id: number;
  session_id: number;
  assessment_id: number;
  title: string;
  class_name: string;
  finished_at: Date;
  /** The dates of the school's calendar on which the lesson finished, and today. */
  finished_on: string;
  today: string;
  round: 1 | 2;
  question_version_id: number;
  due_at: Date;
  ends_at: Date;
  response_id: number | null;
  now: Date;
}

/** The reviews of people who are still in the class, where it and its school ask. */
const openReviews = sql`reviews review
        JOIN live_sessions session ON session.id = review.session_id
        JOIN assessments assessment ON assessment.id = session.assessment_id
        JOIN class_facts course ON course.id = session.course_id AND course.is_active
        JOIN class_students member ON member.course_id = course.id AND member.account_id = review.account_id
        JOIN schools school ON school.id = course.school_id AND ${asksAgain}`;

/** Finds a review of an account, also one that is not due or has ended; `hold` keeps it until the transaction ends. */
export async function findReview(db: Db, accountId: number, id: number, { hold = false } = {}): Promise<ReviewRow | null> {
  if (hold) await sql`SELECT 1 FROM reviews WHERE id = ${id} AND account_id = ${accountId} FOR UPDATE`.execute(db);
  const { rows } = await sql<ReviewRow>`
    SELECT review.id, review.session_id, session.assessment_id, assessment.title, course.name AS class_name, session.ended_at AS finished_at,
           to_char(session.ended_at AT TIME ZONE school.time_zone, 'YYYY-MM-DD') AS finished_on, to_char(app_now() AT TIME ZONE school.time_zone, 'YYYY-MM-DD') AS today,
           review.round, review.question_version_id, review.due_at, review.ends_at, review.response_id, app_now() AS now
      FROM ${openReviews}
     WHERE review.id = ${id} AND review.account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

export interface DueReview {
  id: number;
  title: string;
  class_name: string;
}

/**
 * Selects the review that Home shows to an account now, for the one statement of Home about lessons: the oldest that is due and was not put off,
 * unless the account has answered enough this week (LIVE-120).
 */
export const selectDueReview = (accountId: number): RawBuilder<DueReview> => sql<DueReview>`
    SELECT review.id, assessment.title, course.name AS class_name
      FROM ${openReviews}
     WHERE review.account_id = ${accountId} AND review.answered_at IS NULL AND review.due_at <= app_now() AND review.ends_at > app_now()
       AND (review.shown_from IS NULL OR review.shown_from <= app_now())
       AND (SELECT count(*) FROM reviews done WHERE done.account_id = review.account_id AND done.answered_at > app_now() - interval '7 days') < ${MAX_REVIEWS_PER_WEEK}
     ORDER BY review.due_at, review.id LIMIT 1`;

export async function answerReview(tx: Tx, id: number, responseId: number): Promise<void> {
  await sql`UPDATE reviews SET response_id = ${responseId}, answered_at = app_now() WHERE id = ${id}`.execute(tx);
}

/** Puts a review off until a later day of the school's calendar, and returns that instant. */
export async function putOff(tx: Tx, id: number): Promise<Date> {
  const { rows } = await sql<{ shown_from: Date }>`
    UPDATE reviews SET shown_from = ((app_now() AT TIME ZONE school.time_zone)::date + ${REVIEW_DAYS.later}::integer)::timestamp AT TIME ZONE school.time_zone
      FROM live_sessions session JOIN class_facts course ON course.id = session.course_id JOIN schools school ON school.id = course.school_id
     WHERE reviews.id = ${id} AND session.id = reviews.session_id RETURNING reviews.shown_from`.execute(tx);
  return (rows[0] as { shown_from: Date }).shown_from;
}

export interface RoundRow {
  round: 1 | 2;
  asked: number;
  answered: number;
  right: number;
}

/** Counts the reviews of a lesson that have come due: answered ones, and those that somebody could have answered. */
export async function countRounds(db: Db, assessmentId: number): Promise<RoundRow[]> {
  const { rows } = await sql<RoundRow>`
    SELECT review.round, count(*)::integer AS asked, count(review.response_id)::integer AS answered, (count(*) FILTER (WHERE chosen.is_valid))::integer AS right
      FROM reviews review
      JOIN live_sessions session ON session.id = review.session_id AND session.assessment_id = ${assessmentId} AND session.state = 'finished'
      LEFT JOIN question_responses chosen ON chosen.id = review.response_id
     WHERE review.due_at <= app_now()
       AND (review.response_id IS NOT NULL OR EXISTS (SELECT 1 FROM class_students member WHERE member.course_id = session.course_id AND member.account_id = review.account_id))
     GROUP BY review.round ORDER BY review.round`.execute(db);
  return rows;
}

/** Counts the answers to Form - 2 in the finished lesson, and the right ones. */
export async function countTransfer(db: Db, assessmentId: number): Promise<{ answered: number; right: number }> {
  const { rows } = await sql<{ answered: number; right: number }>`
    SELECT count(*)::integer AS answered, (count(*) FILTER (WHERE chosen.is_valid))::integer AS right
      FROM session_results result JOIN question_responses chosen ON chosen.id = result.response_id
     WHERE result.assessment_id = ${assessmentId} AND result.state = 'finished' AND result.form = 'Form - 2'`.execute(db);
  return rows[0] ?? { answered: 0, right: 0 };
}
