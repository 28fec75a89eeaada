import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';

/** Spreads a number over `span` values, always in the same way; neighbors are far apart. */
const spread = (number: string, span: number) => sql`(${sql.raw(number)} * 7919 % ${sql.lit(span)})`;

/**
 * Moves the creation of the bank's questions to school days of the past months, with their approvals and ratings after
 * it. It must run before a question is asked, since a version that was asked never changes.
 */
export async function backdateBank(tx: Tx): Promise<void> {
  await sql`
    UPDATE questions SET created_at = app_now() - make_interval(days => 75 + ${spread('id', 260)}::integer, mins => ${spread('id', 431)}::integer)
     WHERE true`.execute(tx);
  await sql`UPDATE question_versions SET created_at = questions.created_at FROM questions WHERE questions.id = question_versions.question_id`.execute(tx);
  await sql`
    UPDATE question_approvals SET approved_at = questions.created_at + make_interval(days => 1 + (question_approvals.id % 9)::integer, hours => 5)
      FROM questions WHERE questions.id = question_approvals.question_id`.execute(tx);
  await sql`
    UPDATE question_ratings SET rated_at = questions.created_at + make_interval(days => 12 + (question_ratings.account_id % 40)::integer)
      FROM questions WHERE questions.id = question_ratings.question_id`.execute(tx);
}

/**
 * Moves what people did to the days on which they did it: an assessment is made some days before its lesson, files came
 * over the past weeks, and everybody signed in last for a lesson of their class.
 */
export async function backdateSchool(tx: Tx): Promise<void> {
  await sql`
    UPDATE assessments SET created_at = held.started_at - make_interval(days => 3, mins => ${spread('assessments.id', 150)}::integer)
      FROM live_sessions held WHERE held.assessment_id = assessments.id`.execute(tx);
  await sql`
    UPDATE files SET created_at = app_now() - make_interval(days => 1 + ${spread('id', 50)}::integer, mins => ${spread('id', 431)}::integer)
     WHERE account_id IS NOT NULL`.execute(tx);
  await sql`UPDATE guardian_ties SET created_at = app_now() - make_interval(days => 80 + (id % 5)::integer) WHERE true`.execute(tx);
  await sql`
    INSERT INTO access_tokens (account_id, token_hash, created_at, last_used_at, expires_at, ended_at, end_reason, idle_seconds)
    SELECT member.id, decode(md5(random()::text || member.id::text), 'hex'), last.at, last.at + interval '40 minutes', last.at + interval '8 hours',
           last.at + interval '50 minutes', 'signed_out', 3600
      FROM (SELECT course_members.account_id, max(held.started_at) - make_interval(mins => (course_members.account_id % 7)::integer) AS at
              FROM course_members JOIN live_sessions held ON held.course_id = course_members.course_id GROUP BY course_members.account_id) last
      JOIN accounts member ON member.id = last.account_id`.execute(tx);
}

/** Archives classes as of the last summer, in which they ended after a year. */
export async function archiveClasses(tx: Tx, courseIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE courses SET course_state = 'ARCHIVED', created_at = app_now() - interval '15 months', updated_at = app_now() - interval '5 months'
     WHERE id = ANY(${[...courseIds]}::bigint[])`.execute(tx);
  await sql`
    UPDATE course_members SET joined_at = app_now() - interval '15 months' WHERE course_id = ANY(${[...courseIds]}::bigint[])`.execute(tx);
}

/** Puts an assessment into the archive, as one that was planned months ago. */
export async function archiveAssessment(tx: Tx, assessmentId: number): Promise<void> {
  await sql`
    UPDATE assessments SET is_archived = true, created_at = app_now() - interval '4 months', schedule_date = (app_now() - interval '4 months')::date
     WHERE id = ${assessmentId}`.execute(tx);
}

/** Sets the pictures of people, in the order of the ids. */
export async function setPictures(tx: Tx, accountIds: readonly number[], fileIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE accounts SET picture_file_id = face.file_id
      FROM unnest(${[...accountIds]}::bigint[], ${[...fileIds]}::bigint[]) AS face (account_id, file_id) WHERE accounts.id = face.account_id`.execute(tx);
}
